import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Values } from '#runtime/base/setting.ts'
import { type SigningKey, selector } from '../dkim.ts'
import { resolverFor } from '../dns-resolver.ts'
import { domainOf } from '../mail-address.ts'
import type { mailSettings } from '../settings.ts'
import { relayOf } from '../smtp-relay.ts'
import type { FindPolicy, Policy } from './mta-sts.ts'
import { DeliveryFailure, type Server, serversOf } from './mx-servers.ts'

const connectMs = 20_000
const responseMs = 60_000

export interface TransportOptions {
  readonly settings: Pick<Values<typeof mailSettings>, 'mailDomain' | 'smtpUrl' | 'mailMxPort' | 'mailDnsServers'>
  /** The name by which this server introduces itself. */
  readonly host: string
  readonly key: () => Promise<SigningKey>
  /** Whether this server may connect to an address. */
  readonly allows: (address: string) => boolean
  readonly policyOf: FindPolicy
}

interface Outgoing {
  readonly from: string
  readonly to: string
  readonly raw: Buffer
}

/** Delivers a message. Resolves when a mail server has accepted it. @throws DeliveryFailure */
export type Transport = (outgoing: Outgoing) => Promise<void>

/** Sends signed mail through the relay of SMTP_URL, or directly to the mail servers of the recipient. */
export function createTransport(options: TransportOptions): Transport {
  const { smtpUrl } = options.settings
  const send = createSend(options)
  if (smtpUrl === undefined) return createDirect(options, send)
  return async (outgoing) => {
    try {
      await send(outgoing, relayOf(smtpUrl))
    } catch (error) {
      throw failureOf(error, 'The outgoing mail relay')
    }
  }
}

/** Signs a message and sends it to one server, given as options of nodemailer. */
type Send = (outgoing: Outgoing, server: object) => Promise<void>

function createSend({ settings: { mailDomain }, host, key }: TransportOptions): Send {
  return async (outgoing, server) => {
    const { default: nodemailer } = await import('nodemailer')
    const { privateKey } = await key()
    const transport = nodemailer.createTransport({
      ...server,
      name: host,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: responseMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      dkim: { domainName: mailDomain ?? 'localhost', keySelector: selector, privateKey },
    } as Parameters<typeof nodemailer.createTransport>[0])
    try {
      await transport.sendMail({ envelope: { from: outgoing.from, to: outgoing.to }, raw: outgoing.raw })
    } finally {
      transport.close()
    }
  }
}

function createDirect({ settings, allows, policyOf }: TransportOptions, send: Send): Transport {
  const { mailMxPort: port, mailDnsServers } = settings

  async function sendTo(server: Server, outgoing: Outgoing, policy: Policy | undefined): Promise<void> {
    const { name } = server
    const isEnforced = policy?.mode === 'enforce'
    const isIncluded = policy?.includes(name) ?? true
    if (isEnforced && !isIncluded) throw unmet(`${name} is not one of its mail servers`, outgoing)
    let isVerified = false
    const whenVerified = () => {
      isVerified = true
    }
    try {
      await send(outgoing, optionsFor(server, { port, isEnforced, whenVerified }))
    } catch (error) {
      // A reply without a valid certificate may be anyone's, so it is never permanent.
      if (isEnforced && !isVerified) throw unmet(`${name} ${insecurity} (${reasonOf(error)})`, outgoing, error)
      throw failureOf(error, name)
    }
    if (policy && !isIncluded) await policy.report(name, 'not one of its mail servers')
    else if (policy && !isVerified) await policy.report(name, insecurity)
  }

  return async (outgoing) => {
    const domain = domainOf(outgoing.to)
    const servers = await serversOf(domain, resolverFor(mailDnsServers), allows)
    const policy = await policyOf(domain)
    let failure: DeliveryFailure | undefined
    for (const server of servers) {
      try {
        return await sendTo(server, outgoing, policy)
      } catch (error) {
        failure = error as DeliveryFailure
        // If one server of a domain rejects a message for good, the others also do.
        if (failure.isPermanent) throw failure
      }
    }
    throw failure ?? new DeliveryFailure(`No mail server for ${domain} can be reached.`, false)
  }
}

interface Encryption {
  readonly port: number
  /** Whether nothing is sent without encryption and a valid certificate for the name of the server. */
  readonly isEnforced: boolean
  /** Called once the connection is encrypted with such a certificate. */
  readonly whenVerified: () => void
}

/** Encrypted if the server offers it, as is usual between mail servers: without a policy, we need not trust its certificate. */
function optionsFor({ name, address }: Server, { port, isEnforced, whenVerified }: Encryption): object {
  return {
    host: address,
    port,
    secure: false,
    ...(isEnforced ? { requireTLS: true } : { opportunisticTLS: true }),
    tls: {
      servername: name,
      rejectUnauthorized: isEnforced,
      // Called only for a certificate of a trusted authority.
      checkServerIdentity(host: string, certificate: PeerCertificate) {
        const fault = checkServerIdentity(host, certificate)
        if (fault === undefined) whenVerified()
        return fault
      },
    },
  }
}

const insecurity = 'cannot be reached over an encrypted connection with a valid certificate'

/** The failure of a delivery that the policy of the recipient's domain does not allow: temporary, because it may change. */
function unmet(what: string, { to }: Outgoing, cause?: unknown): DeliveryFailure {
  return new DeliveryFailure(`The policy of ${domainOf(to)} (MTA-STS) does not allow delivery: ${what}.`, false, cause)
}

function reasonOf(error: unknown): string {
  const { command, response, originalCode, code } = error as Partial<Record<string, string>>
  if (command === 'STARTTLS' && response !== undefined) return 'no STARTTLS'
  return originalCode ?? code ?? 'unknown'
}

/** Codes from 500 are permanent, except those about this server's own account at the relay. */
function failureOf(error: unknown, who: string): DeliveryFailure {
  const { responseCode, response, code, message } = error as {
    responseCode?: number
    response?: string
    code?: string
    message?: string
  }
  const isAboutUs = code === 'EAUTH' || code === 'ETLS' || code === 'EOAUTH2'
  if (responseCode !== undefined && !isAboutUs) {
    const said = (response ?? '').replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ').slice(0, 300)
    return new DeliveryFailure(`${who} responded: ${said}`, responseCode >= 500, error)
  }
  if (code === 'EENVELOPE') return new DeliveryFailure(`${who} does not accept this address.`, true, error)
  const reason = isAboutUs ? "rejects this server's login" : 'cannot be reached'
  return new DeliveryFailure(`${who} ${reason} (${code ?? message?.slice(0, 80) ?? 'unknown'}).`, false, error)
}

import { Readable } from 'node:stream'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Values } from '#runtime/base/setting.ts'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import type { SigningKey } from '../dkim.ts'
import { resolverFor } from '../dns-resolver.ts'
import { domainOf } from '../mail-address.ts'
import type { mailSettings } from '../settings.ts'
import { relayOf } from '../smtp-relay.ts'
import type { FindPolicy, Policy } from './mta-sts.ts'
import { DeliveryFailure, policyFailure, type Server, type ServersOptions, serversOf } from './mx-servers.ts'

const connectMs = 20_000
const responseMs = 60_000
/** The longest time of an attempt with all servers, below that of its job: attempts must not overlap. */
const attemptMs = 200_000

export interface TransportOptions {
  readonly settings: Pick<Values<typeof mailSettings>, 'mailDomain' | 'smtpUrl' | 'mailMxPort' | 'mailDnsServers'>
  /** The name by which this server introduces itself. */
  readonly host: string
  readonly key: () => Promise<SigningKey>
  /** Whether this server may connect to an address. */
  readonly allows: (address: string) => boolean
  readonly policyOf: FindPolicy
  /** A signal that aborts after these milliseconds. */
  readonly timeout?: (ms: number) => AbortSignal
}

interface Outgoing {
  readonly from: string
  readonly to: string
  readonly raw: Buffer
}

/**
 * Attempts to deliver a message. Resolves when a mail server has accepted it.
 *
 * @param signal ends the attempt and its connection; the failure is then temporary
 * @throws DeliveryFailure
 */
export type Transport = (outgoing: Outgoing, signal: AbortSignal) => Promise<void>

/** Sends signed mail through the relay of SMTP_URL, or directly to the mail servers of the recipient. */
export function createTransport(options: TransportOptions): Transport {
  const { settings, timeout = AbortSignal.timeout } = options
  const send = createSend(options)
  const attempt = settings.smtpUrl === undefined ? createDirect(options, send) : createRelayed(settings.smtpUrl, send)
  return async (outgoing, given) => {
    const limit = timeout(attemptMs)
    const signal = AbortSignal.any([given, limit])
    try {
      await attempt(outgoing, signal)
    } catch (error) {
      if (!signal.aborted) throw error
      const isOver = signal.reason === limit.reason
      const reason = isOver ? `an attempt takes at most ${attemptMs / 1000} seconds` : 'this server ended it'
      const message = `The attempt ended before a mail server accepted the message (${reason}).`
      throw new DeliveryFailure(message, false, error)
    }
  }
}

function createRelayed(smtpUrl: string, send: Send): Transport {
  return async (outgoing, signal) => {
    try {
      await send(outgoing, relayOf(smtpUrl), signal)
    } catch (error) {
      throw failureOf(error, 'The outgoing mail relay')
    }
  }
}

/**
 * Signs a message and sends it to one server, given as options of nodemailer.
 *
 * @param whenReady called once the connection is ready for the message, and encrypted if it will be
 */
type Send = (outgoing: Outgoing, server: object, signal: AbortSignal, whenReady?: () => void) => Promise<void>

function createSend({ settings: { mailDomain }, host, key }: TransportOptions): Send {
  return async ({ from, to, raw }, server, signal, whenReady) => {
    const { default: nodemailer } = await import('nodemailer')
    const { privateKey, selector } = await key()
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
    // Nodemailer reads the message once it has greeted the server, after STARTTLS, and has no event for this.
    function* content() {
      whenReady?.()
      yield raw
    }
    try {
      await transport.sendMail({ envelope: { from, to }, raw: Readable.from(content()), signal })
    } finally {
      transport.close()
    }
  }
}

function createDirect({ settings, allows, policyOf }: TransportOptions, send: Send): Transport {
  const { mailMxPort: port, mailDnsServers } = settings

  async function sendTo({ name, address }: Server, { outgoing, policy, signal }: Attempt): Promise<void> {
    const isEnforced = policy?.mode === 'enforce'
    let isReady = false
    const whenReady = () => {
      isReady = true
    }
    let isVerified = false
    const whenVerified = () => {
      isVerified = true
    }
    const options = { host: address, port, secure: false, ...encryption(name, { isEnforced, whenVerified }) }
    try {
      await send(outgoing, options, signal, whenReady).catch((error: unknown) => {
        // Once it was ready, encryption had not failed, and the server may have accepted the message.
        if (isEnforced || isReady || !isTlsFault(error)) throw error
        return send(outgoing, { ...options, ignoreTLS: true }, signal)
      })
    } catch (error) {
      if (!isEnforced || isVerified) throw failureOf(error, name)
      // A reply without a valid certificate may be anyone's, so it is never permanent.
      throw policyFailure(domainOf(outgoing.to), `${name} ${insecurity} (${reasonOf(error)})`, error)
    }
    if (policy?.includes(name) === false) await policy.report(name, 'not one of its mail servers')
    else if (!isVerified) await policy?.report(name, insecurity)
  }

  return async (outgoing, signal) => {
    const domain = domainOf(outgoing.to)
    const policy = await unlessAborted(policyOf(domain), signal)
    const resolver = resolverFor(mailDnsServers)
    const servers = await unlessAborted(permittedServers(domain, policy, { resolver, isAllowed: allows }), signal)
    let failure: DeliveryFailure | undefined
    for (const server of servers) {
      try {
        return await sendTo(server, { outgoing, policy, signal })
      } catch (error) {
        failure = error as DeliveryFailure
        // If one server of a domain rejects a message for good, the others also do.
        if (failure.isPermanent) throw failure
      }
    }
    throw failure ?? new DeliveryFailure(`No mail server for ${domain} can be reached.`, false)
  }
}

interface Attempt {
  readonly outgoing: Outgoing
  readonly policy: Policy | undefined
  readonly signal: AbortSignal
}

/** The mail servers that a domain's policy permits. Under enforcement no failure is permanent: DNS may be forged. */
async function permittedServers(
  domain: string,
  policy: Policy | undefined,
  options: Omit<ServersOptions, 'isPermitted'>,
): Promise<Server[]> {
  if (policy?.mode !== 'enforce') return serversOf(domain, { ...options, isPermitted: () => true })
  try {
    return await serversOf(domain, { ...options, isPermitted: policy.includes })
  } catch (error) {
    throw new DeliveryFailure((error as Error).message, false, error)
  }
}

interface Encryption {
  /** Whether nothing is sent without encryption and a valid certificate for the name of the server. */
  readonly isEnforced: boolean
  /** Called once the connection is encrypted with such a certificate. */
  readonly whenVerified: () => void
}

/** Encrypted if the server offers it, as is usual between mail servers: without a policy, with any certificate. */
function encryption(servername: string, { isEnforced, whenVerified }: Encryption): object {
  return {
    ...(isEnforced ? { requireTLS: true } : { opportunisticTLS: true }),
    tls: {
      servername,
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

/**
 * Whether encryption may have failed, such as because the server supports only obsolete versions of TLS. Some servers
 * end the connection instead of saying so.
 */
function isTlsFault(error: unknown): boolean {
  const { code, originalCode = '' } = error as { code?: string; originalCode?: string }
  return code === 'ETLS' || ['EPROTO', 'ECONNRESET'].includes(originalCode) || originalCode.startsWith('ERR_SSL_')
}

const insecurity = 'cannot be reached over an encrypted connection with a valid certificate'

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
  const reason = reasons[code ?? '']
  if (responseCode !== undefined && reason === undefined) {
    const said = (response ?? '').replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ').slice(0, 300)
    return new DeliveryFailure(`${who} responded: ${said}`, responseCode >= 500, error)
  }
  if (code === 'EENVELOPE') return new DeliveryFailure(`${who} does not accept this address.`, true, error)
  const detail = code ?? message?.slice(0, 80) ?? 'unknown'
  return new DeliveryFailure(`${who} ${reason ?? 'cannot be reached'} (${detail}).`, false, error)
}

/** What prevents a delivery and is not about the message, by nodemailer's code. */
const reasons: Readonly<Record<string, string>> = {
  EAUTH: "rejects this server's login",
  EOAUTH2: "rejects this server's login",
  ETLS: 'cannot be reached over an encrypted connection',
}

import type { Values } from '#runtime/base/setting.ts'
import { type SigningKey, selector } from '../dkim.ts'
import { resolverFor } from '../dns-resolver.ts'
import { domainOf } from '../mail-address.ts'
import type { mailSettings } from '../settings.ts'
import { relayOf } from '../smtp-relay.ts'
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
}

interface Outgoing {
  readonly from: string
  readonly to: string
  readonly raw: Buffer
}

/** Delivers a message. Resolves when a mail server has accepted it. @throws DeliveryFailure */
export type Transport = (outgoing: Outgoing) => Promise<void>

/** Sends signed mail through the relay of SMTP_URL, or directly to the mail servers of the recipient. */
export function createTransport({ settings, host, key, allows }: TransportOptions): Transport {
  const { mailDomain, smtpUrl, mailMxPort, mailDnsServers } = settings

  async function send(outgoing: Outgoing, server: object): Promise<void> {
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

  async function direct(outgoing: Outgoing): Promise<void> {
    const domain = domainOf(outgoing.to)
    let failure: DeliveryFailure | undefined
    for (const server of await serversOf(domain, resolverFor(mailDnsServers), allows)) {
      try {
        return await send(outgoing, optionsFor(server, mailMxPort))
      } catch (error) {
        failure = failureOf(error, server.name)
        // If one server of a domain rejects a message for good, the others also do.
        if (failure.isPermanent) throw failure
      }
    }
    throw failure ?? new DeliveryFailure(`No mail server for ${domain} can be reached.`, false)
  }

  return async (outgoing) => {
    if (smtpUrl === undefined) return direct(outgoing)
    try {
      await send(outgoing, relayOf(smtpUrl))
    } catch (error) {
      throw failureOf(error, 'The outgoing mail relay')
    }
  }
}

/** Encrypted if the server offers it, as is usual between mail servers: we need not trust its certificate. */
function optionsFor({ name, address }: Server, port: number): object {
  return {
    host: address,
    port,
    secure: false,
    opportunisticTLS: true,
    tls: { servername: name, rejectUnauthorized: false },
  }
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

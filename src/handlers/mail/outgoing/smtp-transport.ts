import type { Resolver } from 'node:dns/promises'
import { once } from '#runtime/base/once.ts'
import { domainOf } from '../mail-address.ts'
import { type SigningKey, selector } from './dkim.ts'
import { DeliveryFailure, type Server, serversOf } from './mail-servers.ts'

const connectMs = 20_000
const answerMs = 60_000

export interface TransportOptions {
  readonly domain: string
  /** How this server greets others. */
  readonly host: string
  readonly smtpUrl: string | undefined
  readonly mxPort: number
  readonly key: () => Promise<SigningKey>
  readonly resolver: () => Resolver
  /** Whether this server may connect to an address. */
  readonly isAllowed: (address: string) => boolean
}

export interface Outgoing {
  readonly from: string
  readonly to: string
  readonly raw: Buffer
}

/** Brings a message to a mail server. Resolves when that has taken it. @throws DeliveryFailure */
export type Transport = (outgoing: Outgoing) => Promise<void>

/** By the relay of SMTP_URL, or directly to the mail servers of the recipient; signed. */
export function createTransport(options: TransportOptions): Transport {
  const { smtpUrl, mxPort } = options
  const load = once(async () => (await import('nodemailer')).default)

  async function bring(outgoing: Outgoing, where: object): Promise<void> {
    const nodemailer = await load()
    const { privateKey } = await options.key()
    const transport = nodemailer.createTransport({
      ...where,
      name: options.host,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: answerMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      dkim: { domainName: options.domain, keySelector: selector, privateKey },
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
    for (const server of await serversOf(domain, options.resolver(), options.isAllowed)) {
      try {
        return await bring(outgoing, directTo(server, mxPort))
      } catch (error) {
        failure = failureOf(error, server.name)
        // What one server of a domain refuses for good, the others refuse, too.
        if (failure.isPermanent) throw failure
      }
    }
    throw failure ?? new DeliveryFailure(`No mail server of ${domain} can be reached.`, false)
  }

  return async (outgoing) => {
    if (smtpUrl === undefined) return direct(outgoing)
    try {
      await bring(outgoing, relayOf(smtpUrl))
    } catch (error) {
      throw failureOf(error, 'the relay of this server')
    }
  }
}

/** Encrypted where the server offers it, as mail servers do among themselves: its certificate need not be one that we know. */
function directTo({ name, address }: Server, port: number): object {
  return {
    host: address,
    port,
    secure: false,
    opportunisticTLS: true,
    tls: { servername: name, rejectUnauthorized: false },
  }
}

/** How the relay of SMTP_URL is reached, as options of nodemailer. */
export function relayOf(smtpUrl: string): object {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const user = decodeURIComponent(url.username)
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    // A password is never sent in the clear, except on this machine.
    ...(user !== '' && { auth: { user, pass: decodeURIComponent(url.password) } }),
    ...(user !== '' && !secure && !isThisMachine(url.hostname) && { requireTLS: true }),
  }
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}

/** What a failure of SMTP means: codes from 500 are for good, except those about the relay's own account. */
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
    return new DeliveryFailure(`${who} said: ${said}`, responseCode >= 500, error)
  }
  if (code === 'EENVELOPE') return new DeliveryFailure(`${who} does not take this address.`, true, error)
  const reason = isAboutUs ? 'does not let this server in' : 'cannot be reached'
  return new DeliveryFailure(`${who} ${reason} (${code ?? message?.slice(0, 80) ?? 'unknown'}).`, false, error)
}

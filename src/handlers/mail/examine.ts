import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import type { Values } from '#runtime/base/setting.ts'
import type { Finding } from '#runtime/kit/finding.ts'
import { selectors } from './dkim.ts'
import { resolverFor } from './dns-resolver.ts'
import type { mailSettings } from './settings.ts'
import { relayOf } from './smtp-relay.ts'

type Settings = Values<typeof mailSettings>

const responseMs = 8000
const dnsMs = 5000
/** How long before its end a certificate should be renewed: clients of ACME do it 30 days before. */
const renewalMs = 14 * 86_400_000

/** Checks what mail from and to other servers needs, for `onedoor doctor`. */
export async function examineMail(settings: Settings): Promise<Finding[]> {
  const { mailDomain: domain } = settings
  if (domain === undefined) {
    const detail = 'not configured: MAIL_DOMAIN; accounts on this server can still write to each other'
    return [{ what: 'mail', state: 'off', detail }]
  }
  const found = await Promise.all([
    checkRecords(settings, domain),
    checkPort(settings),
    checkCertificate(settings),
    checkRelay(settings),
  ])
  return found.filter((finding) => finding !== undefined)
}

/** Whether the records that `/settings/mail` shows are set, as others see them. */
async function checkRecords({ mailDnsServers, mailPort }: Settings, domain: string): Promise<Finding> {
  const what = `mail domain ${domain}`
  const resolver = resolverFor(mailDnsServers)
  const exists = async (
    query: Promise<unknown[]>,
    isRight: (record: string) => boolean,
  ): Promise<boolean | undefined> => {
    const found = await withinMs(query, dnsMs).catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENODATA' || error.code === 'ENOTFOUND' ? [] : undefined,
    )
    return found?.some((record) => isRight(Array.isArray(record) ? record.join('') : JSON.stringify(record)))
  }
  const txt = (name: string, start: RegExp) => exists(resolver.resolveTxt(name), (record) => start.test(record))
  const records = await Promise.all([
    mailPort === undefined ? true : exists(resolver.resolveMx(domain), () => true),
    txt(domain, /^v=spf1\b/i),
    anyOf(selectors.map((selector) => txt(`${selector}._domainkey.${domain}`, /\bp=[A-Za-z0-9+/]/))),
    txt(`_dmarc.${domain}`, /^v=DMARC1\b/i),
  ])
  resolver.cancel()
  if (records.includes(undefined)) {
    return { what, state: 'broken', detail: 'DNS does not respond. Check MAIL_DNS_SERVERS or the network.' }
  }
  const missing = ['MX', 'SPF', 'DKIM', 'DMARC'].filter((_, index) => records[index] === false)
  if (missing.length === 0) return { what, state: 'works', detail: 'all its records are set' }
  return {
    what,
    state: 'broken',
    detail: `has no record for ${missing.join(', ')}. Set the records shown at /settings/mail.`,
  }
}

/** Whether one of several records exists; undefined if DNS does not respond about any. */
async function anyOf(found: readonly Promise<boolean | undefined>[]): Promise<boolean | undefined> {
  const all = await Promise.all(found)
  return all.includes(true) || (all.includes(undefined) ? undefined : false)
}

async function checkPort({ mailPort: port, mailHost: host }: Settings): Promise<Finding> {
  if (port === undefined) return { what: 'mail port', state: 'off', detail: 'not configured: MAIL_PORT' }
  const what = `mail port ${port}`
  const fault = await listeningFault(host, port)
  if (fault === undefined) return { what, state: 'works', detail: 'MAIL_PORT is free' }
  if (fault !== 'EADDRINUSE') {
    return { what, state: 'broken', detail: `MAIL_PORT cannot be used (${fault}). Change MAIL_HOST or MAIL_PORT.` }
  }
  const isMail = /^220 /.test(await greetingOf(host, port))
  if (isMail) return { what, state: 'works', detail: 'MAIL_PORT: a mail server responds' }
  return { what, state: 'broken', detail: 'MAIL_PORT is in use by another program. Set another port.' }
}

function listeningFault(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (failure: NodeJS.ErrnoException) => resolve(failure.code ?? 'unknown'))
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)))
  })
}

/** The first line of a server on this machine; empty if it sends nothing. */
function greetingOf(host: string, port: number): Promise<string> {
  const here = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return new Promise((resolve) => {
    const socket = connect({ host: here, port })
    const end = (text: string) => {
      socket.destroy()
      resolve(text)
    }
    socket.setTimeout(dnsMs, () => end(''))
    socket.once('data', (data) => end(data.toString('latin1')))
    socket.once('error', () => end(''))
    socket.once('close', () => resolve(''))
  })
}

/**
 * Whether the certificate for incoming mail can be used, and for how long; undefined if no mail arrives.
 *
 * @param now epoch milliseconds
 */
export async function checkCertificate(
  { mailTlsCert, mailTlsKey, mailPort }: Pick<Settings, 'mailTlsCert' | 'mailTlsKey' | 'mailPort'>,
  now = Date.now(),
): Promise<Finding | undefined> {
  if (mailPort === undefined) return undefined
  const what = 'mail certificate'
  if (mailTlsCert === undefined || mailTlsKey === undefined) {
    return { what, state: 'off', detail: 'not configured: MAIL_TLS_CERT and MAIL_TLS_KEY; mail arrives unencrypted' }
  }
  try {
    const [cert, key] = await Promise.all([readFile(mailTlsCert), readFile(mailTlsKey)])
    const certificate = new X509Certificate(cert)
    if (!certificate.checkPrivateKey(createPrivateKey(key))) {
      return { what, state: 'broken', detail: 'MAIL_TLS_KEY is not the private key for MAIL_TLS_CERT.' }
    }
    const leftMs = certificate.validToDate.getTime() - now
    const detail = `${leftMs < 0 ? 'expired on' : 'is valid until'} ${certificate.validToDate.toISOString().slice(0, 10)}`
    if (leftMs >= renewalMs) return { what, state: 'works', detail }
    return { what, state: leftMs < 0 ? 'broken' : 'outdated', detail: `${detail}. Renew MAIL_TLS_CERT.` }
  } catch (failure) {
    const reason = (failure as NodeJS.ErrnoException).code ?? 'unknown'
    return { what, state: 'broken', detail: `MAIL_TLS_CERT or MAIL_TLS_KEY cannot be read (${reason}).` }
  }
}

async function checkRelay({ smtpUrl }: Settings): Promise<Finding> {
  const what = 'mail relay'
  if (smtpUrl === undefined) {
    return {
      what,
      state: 'off',
      detail: 'not configured: SMTP_URL; mail is delivered directly to the mail servers of its recipients',
    }
  }
  const { default: nodemailer } = await import('nodemailer')
  const times = { connectionTimeout: responseMs, greetingTimeout: responseMs, socketTimeout: responseMs }
  const transport = nodemailer.createTransport({ ...relayOf(smtpUrl), ...times } as Parameters<
    typeof nodemailer.createTransport
  >[0])
  try {
    await transport.verify()
    return { what, state: 'works', detail: "SMTP_URL: the relay accepts this server's login" }
  } catch (failure) {
    const { code = 'unknown' } = failure as { code?: string }
    const reason = code === 'EAUTH' ? 'rejects the user name and password' : `cannot be used (${code})`
    return { what, state: 'broken', detail: `${new URL(smtpUrl).hostname} ${reason}. Check SMTP_URL.` }
  } finally {
    transport.close()
  }
}

async function withinMs<T>(work: Promise<T>, ms: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('too slow')), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
  }
}

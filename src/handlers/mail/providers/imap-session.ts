import { isIP } from 'node:net'
import { ImapFlow } from 'imapflow'
import { lineOf } from '../parsing/header-fields.ts'
import { bodyPartOf, messageOf } from './imap-messages.ts'
import { searchOf } from './imap-query.ts'
import type { ImapFailure, ImapFault, ImapJob, ImapResult, ImapWork } from './imap-types.ts'
import { maxHtml, maxText } from './webmail-message.ts'

const connectMs = 6000
const idleMs = 12_000
/** Bytes of one line, one block and one response of the server. */
const maxLine = 8 * 1024 * 1024
const maxBlock = 4 * 1024 * 1024
/** Bytes of everything that the server sends. */
const maxReceived = 24 * 1024 * 1024
const watchMs = 50
/** Fetches in one search: further ones follow if messages of earlier ones were too old. */
const maxRounds = 5
const dayMs = 86_400_000
/** A character takes at most four bytes. */
const maxBodyBytes = 4 * Math.max(maxHtml, maxText)

/** Why an account cannot be used. */
class ImapError extends Error {
  readonly fault: ImapFault
  readonly serverText: string | undefined

  constructor(fault: ImapFault, serverText?: string, cause?: unknown) {
    super(fault, { cause })
    this.fault = fault
    this.serverText = serverText
  }
}

export function failureOf(failure: unknown): ImapFailure {
  if (failure instanceof ImapError) return { fault: failure.fault, serverText: failure.serverText }
  const { code = '', authenticationFailed: isAuth, serverResponseCode, response } = failure as LibraryError
  // Drops the tag and the code of the response.
  const text =
    typeof response === 'string' ? response.replace(/^\S+ (?:NO|BAD)\b\s*(?:\[[^\]]*\]\s*)?/i, '') : undefined
  const serverText = lineOf(text, 200)
  if (isAuth) {
    const isPassing = /^(?:UNAVAILABLE|LIMIT|INUSE|SERVERBUG)$/i.test(serverResponseCode ?? '')
    return { fault: isPassing ? 'unavailable' : 'refused', serverText }
  }
  if (/TooLarge$/.test(code)) return { fault: 'too_large', serverText: undefined }
  if (/TIMEOUT|^ETIMEOUT/i.test(code)) return { fault: 'slow', serverText: undefined }
  if (/CERT|^ERR_TLS_CERT|UNABLE_TO_/.test(code)) return { fault: 'certificate', serverText: undefined }
  if (/^E(?:CONN|HOST|NET|ADDR|PIPE|ACCES)/.test(code)) return { fault: 'unreachable', serverText: undefined }
  return { fault: 'protocol', serverText }
}

interface LibraryError {
  readonly code?: string
  readonly authenticationFailed?: boolean
  readonly serverResponseCode?: string
  readonly response?: unknown
}

/** Does one job with one connection. @throws ImapError, or what the library throws */
export async function runImap({ login, addresses, authorities, job }: ImapWork): Promise<ImapResult> {
  let failure: unknown = new ImapError('unreachable')
  for (const address of addresses) {
    const client = clientFor({ login, authorities }, address)
    const watch = watched(client)
    try {
      await Promise.race([client.connect(), watch.ended])
    } catch (error) {
      watch.end()
      client.close()
      failure = error
      if (failureOf(error).fault === 'unreachable' || failureOf(error).fault === 'slow') continue
      throw error
    }
    try {
      return await Promise.race([doJob(client, job), watch.ended])
    } finally {
      watch.end()
      client.close()
    }
  }
  throw failure
}

function clientFor({ login, authorities }: Pick<ImapWork, 'login' | 'authorities'>, address: string): ImapFlow {
  const { host, port, encryption, user, password: pass } = login
  return new ImapFlow({
    host: address,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    secure: encryption === 'tls',
    ...(encryption === 'starttls' && { doSTARTTLS: true }),
    auth: { user, pass },
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ca: [...authorities] },
    // A few bytes can unpack to very many, which would evade every bound on received bytes.
    disableCompression: true,
    disableAutoIdle: true,
    logger: false,
    clientInfo: { name: 'Onedoor' },
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    maxLineLength: maxLine,
    maxLiteralSize: maxBlock,
    maxResponseSize: maxLine,
  })
}

/** Rejects `ended` when the connection fails or sends too much. */
function watched(client: ImapFlow): { readonly ended: Promise<never>; end(): void } {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  ended.catch(() => undefined)
  client.on('error', reject)
  client.on('close', () => reject(new ImapError('protocol')))
  const timer = setInterval(() => {
    if (client.stats().received > maxReceived) reject(new ImapError('too_large'))
  }, watchMs)
  return { ended, end: () => clearInterval(timer) }
}

async function doJob(client: ImapFlow, job: ImapJob): Promise<ImapResult> {
  const { uidValidity } = await client.mailboxOpen('INBOX', { readOnly: true })
  const validity = String(uidValidity)
  if (job.kind === 'try') return { kind: 'tried' }
  if (job.kind === 'search') return search(client, job, validity)
  if (job.place.validity !== validity) return { kind: 'gone' }
  return read(client, job.place.uid, validity)
}

async function search(
  client: ImapFlow,
  { terms, sinceMs, limit, before }: Extract<ImapJob, { kind: 'search' }>,
  validity: string,
): Promise<ImapResult> {
  if (before && before.validity !== validity) return { kind: 'gone' }
  if (before && before.uid <= 1) return { kind: 'found', messages: [], next: undefined }
  // WITHIN counts from the clock of the server and cannot use ours.
  client.capabilities.delete('WITHIN')
  // Days are in the server's time zone: request one more, and compare the hours below.
  const base = { since: new Date(sinceMs - dayMs), ...(before && { uid: `1:${before.uid - 1}` }) }
  const found = await client.search(searchOf(terms, base), { uid: true })
  if (!Array.isArray(found)) throw new ImapError('search')
  const uids = found
    .filter((uid) => Number.isSafeInteger(uid) && uid > 0 && uid < (before?.uid ?? Number.POSITIVE_INFINITY))
    .sort((one, other) => other - one)
  const messages = []
  let at = 0
  for (let round = 0; round < maxRounds && messages.length < limit && at < uids.length; round++) {
    const requested = uids.slice(at, at + limit - messages.length)
    at += requested.length
    const got = await client.fetchAll(requested, headerQuery, { uid: true })
    for (const each of got.filter(({ uid }) => requested.includes(uid)).sort((one, other) => other.uid - one.uid)) {
      const message = messageOf(each, validity)
      if (message && Date.parse(message.created) >= sinceMs) messages.push(message)
    }
  }
  const last = uids[at - 1]
  return { kind: 'found', messages, next: at < uids.length && last !== undefined ? { validity, uid: last } : undefined }
}

const headerQuery = {
  uid: true,
  envelope: true,
  flags: true,
  internalDate: true,
  bodyStructure: true,
  headers: ['references'],
}

async function read(client: ImapFlow, uid: number, validity: string): Promise<ImapResult> {
  const found = await client.fetchOne(String(uid), headerQuery, { uid: true })
  const message = found && found.uid === uid ? messageOf(found, validity) : undefined
  if (!found || !message) return { kind: 'gone' }
  const part = bodyPartOf(found.bodyStructure)
  if (!part) return { kind: 'message', message, body: undefined }
  const { content } = await client.download(String(uid), part.number, { uid: true, maxBytes: maxBodyBytes })
  const pieces: Buffer[] = content ? await content.toArray() : []
  const bytes = Buffer.concat(pieces)
  const body = { isHtml: part.isHtml, text: bytes.toString('utf8'), isCut: bytes.length >= maxBodyBytes }
  return { kind: 'message', message, body }
}

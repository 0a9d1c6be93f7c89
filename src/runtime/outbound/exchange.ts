import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { version } from '../base/version.ts'
import type { Deadline } from './deadline.ts'
import { acceptEncoding, decodedBody, tooLarge } from './decoded-body.ts'
import { OutboundFailure, outboundFailureIn } from './failure.ts'

export type OutboundMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ExchangeRequest {
  readonly url: URL
  readonly method: OutboundMethod
  /** By lower-case name. `authorization`, `cookie` and `secretHeaders` go to the first origin only. */
  readonly headers: Readonly<Record<string, string>>
  /** Further headers that no other origin may see. */
  readonly secretHeaders?: readonly string[]
  readonly body?: string | Uint8Array | undefined
  readonly deadline: Deadline
  /** Of the body, before and after it is unpacked. */
  readonly maxBytes: number
  readonly maxRedirects: number
  /** The connections by which this address may be asked. @throws OutboundFailure for one that may not */
  agentFor(url: URL): Promise<Dispatcher>
  /** Who responds, as the subject of a sentence. */
  readonly who: string
}

/** A response whose body has not been read yet. */
export interface Exchange {
  /** Where it came from, after redirects. */
  readonly url: URL
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** Without its content encoding. Read it to its end, or call `close`. Throws OutboundFailure. */
  readonly body: AsyncIterable<Uint8Array>
  /** Drops the connection if the body was not read to its end. */
  close(): void
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/**
 * The User-Agent of all requests: product, version, and where to find who runs it.
 *
 * @param contact the public address of the instance
 */
export function userAgent(contact: string): string {
  return `Onedoor/${version} (+${contact})`
}

/**
 * Sends one request and follows its redirects: those of GET and HEAD, each checked again like the first address.
 *
 * @throws OutboundFailure; the reason of the deadline's signal when nobody waits any more
 */
export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const { deadline, who, maxRedirects } = request
  let { url, headers } = request
  for (let hops = 0; ; hops++) {
    const response = await hop(request, url, headers)
    const location = redirects.has(response.statusCode) ? response.headers.location : undefined
    if (location === undefined) return opened(request, url, response)
    response.body.on('error', () => undefined).destroy()
    const next = redirectTarget(request, url, [location].flat()[0] as string, hops >= maxRedirects)
    if (next.origin !== url.origin) headers = withoutSecrets(headers, request.secretHeaders)
    url = next
    if (deadline.signal.aborted) throw deadline.failure(who)
  }
}

async function hop(
  { method, body, deadline, agentFor, who }: ExchangeRequest,
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<Dispatcher.ResponseData> {
  try {
    const agent = await agentFor(url)
    return await agent.request({
      origin: url.origin,
      path: `${url.pathname}${url.search}`,
      method,
      headers: { 'accept-encoding': acceptEncoding, ...headers },
      body: body ?? null,
      signal: deadline.signal,
      // The deadline bounds all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  } catch (error) {
    throw failureOf(error, deadline, who)
  }
}

function redirectTarget({ method, who }: ExchangeRequest, from: URL, location: string, isLast: boolean): URL {
  if (method !== 'GET' && method !== 'HEAD') {
    throw new OutboundFailure('redirect', `${who} answered a ${method} with a redirect, which is not followed.`)
  }
  if (isLast) throw new OutboundFailure('redirect', `${who} redirects too often.`)
  if (!URL.canParse(location, from.href))
    throw new OutboundFailure('redirect', `${who} redirects to what is no address.`)
  const next = new URL(location, from)
  if (next.protocol !== 'http:' && next.protocol !== 'https:') {
    throw new OutboundFailure('redirect', `${who} redirects to an address that is neither http nor https.`)
  }
  next.username = ''
  next.password = ''
  return next
}

function withoutSecrets(
  headers: Readonly<Record<string, string>>,
  secret: readonly string[] = [],
): Readonly<Record<string, string>> {
  const dropped = new Set(['authorization', 'cookie', ...secret])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

function opened(request: ExchangeRequest, url: URL, { statusCode, headers, body }: Dispatcher.ResponseData): Exchange {
  const { maxBytes, who, method } = request
  const close = () => void body.on('error', () => undefined).destroy()
  const announced = Number(headers['content-length'])
  if (announced > maxBytes && method !== 'HEAD') {
    close()
    throw tooLarge(maxBytes, who)
  }
  return { url, status: statusCode, headers, body: read(request, headers, body), close }
}

async function* read(
  { maxBytes, who, deadline }: ExchangeRequest,
  headers: IncomingHttpHeaders,
  body: Readable,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* decodedBody(body, { encoding: headers['content-encoding'], maxBytes, who })
  } catch (error) {
    throw failureOf(error, deadline, who)
  } finally {
    body.on('error', () => undefined).destroy()
  }
}

/** The failure that an error of the connection is. */
function failureOf(error: unknown, deadline: Deadline, who: string): unknown {
  const known = outboundFailureIn(error) ?? deadline.failure(who, error)
  return (
    known ??
    new OutboundFailure('network', `${who} cannot be reached right now`, { cause: error, advice: 'try again later' })
  )
}

/** Reads a body whole. */
export async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

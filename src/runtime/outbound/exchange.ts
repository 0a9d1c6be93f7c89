import type { IncomingHttpHeaders } from 'node:http'
import { PassThrough, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'
import { version } from '../base/version.ts'
import type { Deadline } from './deadline.ts'
import { OutboundFailure, outboundFailureIn, unreachable } from './failure.ts'

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
  /** The largest body, before and after decoding. */
  readonly maxBytes: number
  readonly maxRedirects: number
  /** The connections to use for this address. @throws OutboundFailure for an address that is not allowed */
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
 * The User-Agent of all requests: product, version, and where to find the operator.
 *
 * @param contact the public address of the instance
 */
export function userAgent(contact: string): string {
  return `Onedoor/${version} (+${contact})`
}

/**
 * Sends one request and follows its redirects: only those of GET and HEAD, each checked like the first address.
 *
 * @throws OutboundFailure; the reason of the deadline's signal after the caller has disconnected
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
      // The deadline limits the whole exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
  } catch (error) {
    throw failureOf(error, deadline, who)
  }
}

function redirectTarget({ method, who }: ExchangeRequest, from: URL, location: string, isLast: boolean): URL {
  if (method !== 'GET' && method !== 'HEAD') {
    throw new OutboundFailure('redirect', `${who} responded to a ${method} with a redirect, which is not followed.`)
  }
  if (isLast) throw new OutboundFailure('redirect', `${who} redirects too often.`)
  if (!URL.canParse(location, from.href))
    throw new OutboundFailure('redirect', `${who} redirects to an invalid address.`)
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

/** Turns a connection error into the failure it caused. */
function failureOf(error: unknown, deadline: Deadline, who: string): unknown {
  return outboundFailureIn(error) ?? deadline.failure(who, error) ?? unreachable(who, error)
}

/** Reads a whole body. */
export async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The body of a response with a time limit of `idleMs` for each piece. `end` is called when the body ends or is closed. */
export function withIdleLimit(
  response: Exchange,
  deadline: Deadline,
  idleMs: number,
  end: () => void,
): Pick<Exchange, 'body' | 'close'> {
  async function* pieces() {
    try {
      deadline.restart(idleMs)
      for await (const piece of response.body) {
        deadline.restart(idleMs)
        yield piece
      }
    } finally {
      end()
    }
  }
  return {
    body: pieces(),
    close() {
      response.close()
      end()
    },
  }
}

/** The encodings that requests accept. */
const acceptEncoding = 'gzip, br'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  identity: () => new PassThrough(),
}

/**
 * The body of a response without its content encoding. It fails as soon as the received or the decoded bytes exceed
 * `maxBytes`, so that a small body that decodes to a huge one does not fill the memory.
 *
 * @param encoding the Content-Encoding header
 * @param who sent it, as the subject of a sentence
 * @throws OutboundFailure too_large or content_type, also while it is read
 */
async function* decodedBody(
  raw: Readable,
  { encoding, maxBytes, who }: { encoding: string | undefined; maxBytes: number; who: string },
): AsyncGenerator<Uint8Array, void, undefined> {
  const name = encoding?.trim().toLowerCase() || 'identity'
  const createDecoder = decoders[name]
  if (!createDecoder) {
    raw.destroy()
    throw new OutboundFailure('content_type', `${who} sent a response in an encoding that is not supported.`)
  }
  if (name === 'identity') {
    yield* bounded(raw, maxBytes, who)
    return
  }
  const decoder = createDecoder()
  raw.on('error', (error) => decoder.destroy(error))
  let arrived = 0
  raw.on('data', (chunk: Uint8Array) => {
    arrived += chunk.length
    if (arrived > maxBytes) decoder.destroy(tooLarge(maxBytes, who))
  })
  raw.pipe(decoder)
  try {
    yield* bounded(decoder, maxBytes, who)
  } finally {
    raw.destroy()
    decoder.destroy()
  }
}

async function* bounded(body: Readable, maxBytes: number, who: string): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    total += chunk.length
    if (total > maxBytes) throw tooLarge(maxBytes, who)
    yield chunk
  }
}

/** The failure for a body that is too large. */
function tooLarge(maxBytes: number, who: string): OutboundFailure {
  const size =
    maxBytes >= 1024 * 1024 ? `${Math.round(maxBytes / 1024 / 1024)} MiB` : `${Math.ceil(maxBytes / 1024)} KiB`
  return new OutboundFailure('too_large', `${who} sent more than the maximum of ${size}.`)
}

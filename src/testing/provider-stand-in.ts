import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import type { ExampleResponse, Examples } from '../runtime/outbound/description.ts'
import { closeServer, openOnLoopback } from './loopback.ts'

/** How a stand-in can fail. */
export const providerFaults = [
  'silent',
  'slow body',
  'cut connection',
  'no connection',
  'html',
  'rate limit',
  'failing',
  'unavailable',
  'refused key',
  'endless body',
  'private redirect',
  'redirect loop',
  'unknown charset',
  'wrong bytes',
  'empty body',
  'wrong content type',
  'gzip bomb',
  'broken gzip',
  'cut JSON',
  'changed types',
] as const

export type ProviderFault = (typeof providerFaults)[number]

/** A request that a stand-in received. */
export interface StandInRequest {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A real HTTP server on this machine that takes the place of a provider. */
export interface ProviderStandIn {
  /** For the provider's `*_BASE_URL`. */
  readonly url: string
  /** Every request so far. */
  readonly requests: readonly StandInRequest[]
  /** How many of its responses have neither ended nor been broken off. */
  readonly open: number
  /** How it fails from now on; undefined for proper responses. */
  fault: ProviderFault | undefined
  /** The paths without the fault. */
  spared: ((path: string) => boolean) | undefined
  /** Its proper responses. */
  answers: Examples
  [Symbol.asyncDispose](): Promise<void>
}

/** The seconds in the Retry-After of the fault `rate limit`. */
export const standInRetryAfterS = 40

const bomb = gzipSync(Buffer.alloc(48 * 1024 * 1024))
const json = { 'content-type': 'application/json' }

/** Starts a stand-in. @param answers its proper responses; other requests get 404 */
export async function startProviderStandIn(answers: Examples, now: () => number): Promise<ProviderStandIn> {
  const requests: StandInRequest[] = []
  const open = new Set<ServerResponse>()
  const server = createServer((req, res) => {
    open.add(res)
    res.once('close', () => open.delete(res))
    void respond(req, res).catch(() => res.destroy())
  })
  const standIn = {
    url: '',
    requests,
    get open() {
      return open.size
    },
    fault: undefined as ProviderFault | undefined,
    spared: undefined as ProviderStandIn['spared'],
    answers,
    [Symbol.asyncDispose]: () => closeServer(server),
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    const { pathname, searchParams } = new URL(req.url ?? '/', 'http://stand-in')
    const method = req.method ?? 'GET'
    requests.push({ method, path: pathname, query: searchParams, headers: req.headers, body })
    const request = { method, path: pathname, query: searchParams, body: body || undefined }
    const answer = standIn.answers(request, now()) ?? { status: 404, json: { error: 'not found' } }
    if (standIn.fault && !standIn.spared?.(pathname)) misbehave(standIn.fault, res, answer)
    else res.writeHead(answer.status ?? 200, { 'content-type': typeOf(answer) }).end(bytesOf(answer))
  }

  standIn.url = await openOnLoopback(server)
  return standIn
}

function typeOf({ contentType = 'application/json; charset=utf-8' }: ExampleResponse): string {
  return contentType
}

function bytesOf({ json: value, body }: ExampleResponse): Buffer {
  return Buffer.from(value === undefined ? (body ?? '') : JSON.stringify(value))
}

const misbehaviours: Record<ProviderFault, (res: ServerResponse, answer: ExampleResponse) => void> = {
  silent: () => undefined,
  'slow body': (res, answer) => {
    res.writeHead(200, { 'content-type': typeOf(answer) }).write(bytesOf(answer).subarray(0, 10))
  },
  'cut connection': (res, answer) => {
    const bytes = bytesOf(answer)
    res.writeHead(200, { 'content-type': typeOf(answer), 'content-length': bytes.length })
    res.write(bytes.subarray(0, bytes.length / 2), () => res.destroy())
  },
  'no connection': (res) => void res.destroy(),
  html: (res) => res.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Maintenance</title>'),
  'rate limit': (res) => {
    res.writeHead(429, { ...json, 'retry-after': String(standInRetryAfterS) }).end('{"error":"slow down"}')
  },
  failing: (res) => res.writeHead(500, json).end('{"error":"oops"}'),
  unavailable: (res) => res.writeHead(503, { 'content-type': 'text/html' }).end('<p>Come back later</p>'),
  'refused key': (res) => res.writeHead(401, json).end('{"error":"who are you"}'),
  'endless body': (res, answer) => {
    res.writeHead(200, { 'content-type': typeOf(answer) })
    const piece = Buffer.alloc(64 * 1024, ' ')
    const write = () => {
      while (!res.destroyed && res.write(piece));
    }
    res.on('drain', write)
    write()
  },
  'private redirect': (res) => res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end(),
  'redirect loop': (res) => res.writeHead(302, { location: '/again' }).end(),
  'unknown charset': (res, answer) => {
    res.writeHead(200, { 'content-type': 'application/json; charset=x-unheard-of' }).end(bytesOf(answer))
  },
  'wrong bytes': (res) => res.writeHead(200, json).end(Buffer.from('{"name":"Orl\xe9ans"}', 'latin1')),
  'empty body': (res) => res.writeHead(200, json).end(),
  'wrong content type': (res) => res.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(100)),
  'gzip bomb': (res, answer) => {
    res.writeHead(200, { 'content-type': typeOf(answer), 'content-encoding': 'gzip' }).end(bomb)
  },
  'broken gzip': (res, answer) => {
    res.writeHead(200, { 'content-type': typeOf(answer), 'content-encoding': 'gzip' }).end(bytesOf(answer))
  },
  'cut JSON': (res, answer) => {
    const bytes = bytesOf(answer)
    res.writeHead(200, json).end(bytes.subarray(0, bytes.length - 5))
  },
  'changed types': (res, answer) => {
    res.writeHead(200, json).end(JSON.stringify(changed(answer.json ?? parsed(String(answer.body)))))
  },
}

function misbehave(fault: ProviderFault, res: ServerResponse, answer: ExampleResponse): void {
  misbehaviours[fault](res, answer)
}

/** What a body says as JSON; of one of another kind, that it is something else now. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return { is: 'something else' }
  }
}

/** Numbers become texts, and texts numbers, at any depth. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value.length
  if (Array.isArray(value)) return value.map(changed)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, changed(inner)]))
}

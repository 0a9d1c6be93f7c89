import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'

/** What a browser hands to a page that has subscribed. */
export interface TestSubscription {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A notification as the browser decrypts it. */
export interface ReceivedPush {
  readonly endpoint: string
  readonly headers: IncomingHttpHeaders
  readonly message: unknown
}

/** What a push service answers. */
export interface PushAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A push service and the browsers behind it, over HTTP: at `PUSH_BASE_URL` it stands for all push services. Like a real one
 * it refuses what does not prove by VAPID who sends it, and what a browser could not decrypt; the tests fail then.
 */
export interface PushService {
  readonly url: string
  /** In the order in which they came; not those that were answered with something else than 201. */
  readonly received: readonly ReceivedPush[]
  /** How many requests came for this endpoint. */
  asked(endpoint: string): number
  /** The public key that every notification has to be signed with; any if undefined. */
  applicationServerKey: string | undefined
  /** Epoch seconds of the sender's clock. */
  nowS: () => number
  /** A new browser's subscription. @param host of its push service */
  subscribe(host?: string): TestSubscription
  /** Answers requests for this endpoint in this way from now on. */
  answer(endpoint: string, answer: PushAnswer | undefined): void
  reset(): void
}

interface Browser {
  readonly ecdh: ECDH
  readonly auth: Buffer
}

/** Starts a push service for the tests of one block. */
export function pushServiceForTests(): () => PushService {
  const service = new TestPushService()
  const server = createServer((req, res) => {
    service.handle(req).then(({ status, headers }) => res.writeHead(status, headers).end())
  })
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
    expect(service.faults, 'what push services would have refused').toEqual([])
  })
  return () => service
}

class TestPushService implements PushService {
  url = ''
  received: ReceivedPush[] = []
  readonly faults: string[] = []
  applicationServerKey: string | undefined
  nowS = () => Math.floor(Date.now() / 1000)
  readonly #browsers = new Map<string, Browser>()
  readonly #answers = new Map<string, PushAnswer>()
  readonly #asked = new Map<string, number>()

  subscribe(host = 'push.example'): TestSubscription {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    const auth = randomBytes(16)
    const endpoint = `https://${host}/send/${randomBytes(20).toString('base64url')}`
    this.#browsers.set(endpoint, { ecdh, auth })
    return { endpoint, keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') } }
  }

  asked(endpoint: string): number {
    return this.#asked.get(endpoint) ?? 0
  }

  answer(endpoint: string, answer: PushAnswer | undefined): void {
    if (answer) this.#answers.set(endpoint, answer)
    else this.#answers.delete(endpoint)
  }

  reset(): void {
    this.received = []
    this.#answers.clear()
    this.#asked.clear()
  }

  async handle(req: IncomingMessage): Promise<PushAnswer> {
    const endpoint = `https:/${req.url}`
    this.#asked.set(endpoint, this.asked(endpoint) + 1)
    const chunks: Buffer[] = []
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    try {
      const { authorization } = req.headers
      const ttl = String(req.headers.ttl ?? '')
      if (req.method !== 'POST') throw new Error(`${req.method} is no verb of push services`)
      if (!/^\d+$/.test(ttl)) throw new Error('no TTL')
      if (body.length > 4096) throw new Error(`${body.length} bytes are more than 4096`)
      checkVapid(authorization, new URL(endpoint).origin, this)
      const scripted = this.#answers.get(endpoint)
      if (scripted) return scripted
      const browser = this.#browsers.get(endpoint)
      if (!browser) return { status: 410 }
      if (req.headers['content-encoding'] !== 'aes128gcm') throw new Error('not in aes128gcm')
      const message: unknown = JSON.parse(decrypt(body, browser).toString())
      this.received.push({ endpoint, headers: req.headers, message })
      return { status: 201, headers: { Location: `https://push.example/message/${this.received.length}` } }
    } catch (failure) {
      this.faults.push(`${endpoint}: ${(failure as Error).message}`)
      return { status: 400 }
    }
  }
}

/** RFC 8292. */
function checkVapid(
  authorization: string | undefined,
  origin: string,
  { applicationServerKey, nowS }: Pick<PushService, 'applicationServerKey' | 'nowS'>,
): void {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? []
  if (applicationServerKey !== undefined && key !== applicationServerKey) throw new Error('signed by another server')
  const [head = '', claims = '', signature = ''] = token.split('.')
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString())
  if (alg !== 'ES256') throw new Error(`signed by ${alg}`)
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url')) as [
    string,
    string,
  ]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  if (!verify('sha256', signed, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) {
    throw new Error('the signature is wrong')
  }
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  if (aud !== origin) throw new Error(`for ${aud} instead of ${origin}`)
  if (!(exp > nowS() && exp <= nowS() + 86_400)) throw new Error(`expires at ${exp}, and it is ${nowS()}`)
  if (!/^(mailto:|https:)/.test(sub)) throw new Error(`from ${sub}`)
}

/** RFC 8188 and RFC 8291, from the browser's side. */
function decrypt(body: Buffer, { ecdh, auth }: Browser): Buffer {
  const salt = body.subarray(0, 16)
  const keyEnd = 21 + body.readUInt8(20)
  const sender = body.subarray(21, keyEnd)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const ikm = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', ikm, salt, `Content-Encoding: ${label}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(body.subarray(-16))
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('the last record has no delimiter')
  return padded.subarray(0, end)
}

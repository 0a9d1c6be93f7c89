import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { ApiError } from '../base/errors.ts'
import type { Values } from '../base/setting.ts'
import type { blobSettings } from './settings.ts'
import type { ByteRange, ByteStore, SpooledBytes } from './types.ts'

/** A bucket and its credentials. */
export interface S3Account {
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface S3Options extends S3Account {
  /** The prefix of the keys of this instance. */
  readonly prefix: string
  /** How all listed keys begin after the prefix; not given if all are listed. A bucket may have many others. */
  readonly listed?: string
  /** How many keys are listed per page; 500 if not given. */
  readonly pageKeys?: number
}

interface S3Request {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: SpooledBytes
  readonly signal?: AbortSignal | undefined
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
/** How long a connection may be silent; our own slow readers also keep it silent. */
const idleMs = 120_000
const maxConnections = 64
const retryAfterMs = [100, 500] as const
const deletesAtOnce = 8
const defaultPageKeys = 500
const maxReplyBytes = 4 * 1024 * 1024

/** The account in the settings, of which none is missing; undefined if none is configured. */
export function s3AccountOf(config: Values<typeof blobSettings>): S3Account | undefined {
  const { s3Endpoint, s3Bucket, s3Region, s3AccessKeyId, s3SecretAccessKey } = config
  if (s3Endpoint === undefined) return undefined
  return {
    endpoint: s3Endpoint,
    bucket: s3Bucket as string,
    region: s3Region,
    accessKeyId: s3AccessKeyId as string,
    secretAccessKey: s3SecretAccessKey as string,
  }
}

/**
 * Stores bytes in a bucket. Each object is sent in one request, from its file, with its length and SHA-256: the store
 * rejects what was changed in transit, and memory does not grow with size.
 *
 * @throws Error for the operator if the bucket cannot be used
 */
export async function openS3(options: S3Options): Promise<ByteStore> {
  const store = new S3(options)
  try {
    await store.check()
    return store
  } catch (cause) {
    store.close()
    throw new Error(
      `The bucket ${options.bucket} at ${options.endpoint} cannot be used: ${reasonOf(cause)}. See S3_ENDPOINT, S3_BUCKET, S3_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
      { cause },
    )
  }
}

class S3 implements ByteStore {
  readonly #options: S3Options
  readonly #agent: InstanceType<typeof HttpAgent> | HttpsAgent
  readonly #send: typeof httpRequest

  constructor(options: S3Options) {
    this.#options = options
    const isSecure = options.endpoint.startsWith('https:')
    const settings = { keepAlive: true, maxSockets: maxConnections }
    this.#agent = isSecure ? new HttpsAgent(settings) : new HttpAgent(settings)
    this.#send = isSecure ? httpsRequest : httpRequest
  }

  /** Requests one key, which requires the right address, bucket and credentials. */
  async check(): Promise<void> {
    await textOf(await this.#request({ method: 'GET', query: this.#listing(1) }))
  }

  async keep(id: string, body: SpooledBytes, signal?: AbortSignal): Promise<void> {
    await drained(await this.#request({ method: 'PUT', key: id, body, signal }))
    await rm(body.path, { force: true })
  }

  async open(id: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable | undefined> {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    return this.#orMissing(async () => {
      const response = await this.#request({ method: 'GET', key: id, headers, signal })
      const isWhole = range && Number(response.headers['content-length']) !== range.end + 1 - range.start
      // A store may ignore the range and send everything.
      return isWhole ? cut(response, range) : response
    })
  }

  pieces(id: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    return this.open(id, range)
  }

  async size(id: string, signal?: AbortSignal): Promise<number | undefined> {
    const found = await this.#orMissing(async () => {
      const response = await this.#request({ method: 'HEAD', key: id, signal })
      response.resume()
      return response
    })
    return found && Number(found.headers['content-length'])
  }

  async delete(ids: readonly string[]): Promise<void> {
    const left = [...ids]
    const work = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        const key = id
        await this.#orMissing(async () => drained(await this.#request({ method: 'DELETE', key })))
      }
    }
    await Promise.all(Array.from({ length: Math.min(deletesAtOnce, ids.length) }, work))
  }

  async *list(signal?: AbortSignal): AsyncGenerator<readonly string[]> {
    const { prefix, pageKeys = defaultPageKeys } = this.#options
    let last: string | undefined
    do {
      const query = { ...this.#listing(pageKeys), ...(last !== undefined && { marker: last }) }
      const xml = await textOf(await this.#request({ method: 'GET', query, signal }))
      const keys = valuesOf(xml, 'Key')
      yield keys.flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
      last = valuesOf(xml, 'IsTruncated')[0] === 'true' ? keys.at(-1) : undefined
    } while (last !== undefined)
  }

  close(): void {
    this.#agent.destroy()
  }

  /** The first version of listing: it continues after a key, which every store supports. */
  #listing(maxKeys: number): Record<string, string> {
    const { prefix, listed = '' } = this.#options
    return { prefix: prefix + listed, 'max-keys': String(maxKeys) }
  }

  async #orMissing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (failure) {
      if (statusIn(failure) === 404) return undefined
      throw failure
    }
  }

  /** The response of a successful request. Temporary failures are retried: every request can be repeated. */
  async #request(wanted: S3Request): Promise<IncomingMessage> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(wanted)
      } catch (failure) {
        wanted.signal?.throwIfAborted()
        const status = statusIn(failure)
        const isFinal = status !== undefined && status < 500 && status !== 429
        const waitMs = isFinal ? undefined : retryAfterMs[attempt]
        if (waitMs === undefined) throw unavailable(failure)
        await delay(waitMs, undefined, wanted.signal && { signal: wanted.signal })
      }
    }
  }

  async #once({ method, key, query = {}, headers = {}, body, signal }: S3Request): Promise<IncomingMessage> {
    const { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } = this.#options
    const url = new URL(`${endpoint}/${bucket}${key === undefined ? '' : `/${prefix}${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? emptySha256 },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    })
    const signed = await signer.sign()
    const length = method === 'PUT' ? { 'content-length': String(body?.bytes ?? 0) } : {}
    const request = this.#send(signed.url, {
      method,
      headers: { ...Object.fromEntries(signed.headers), ...length },
      agent: this.#agent,
      timeout: idleMs,
      ...(signal && { signal }),
    })
    request.on('timeout', () => request.destroy(new Error(`no byte for ${idleMs / 1000} s`)))
    const responded = new Promise<IncomingMessage>((resolve, reject) => {
      request.once('response', resolve)
      request.on('error', reject)
    })
    // A rejection may arrive before the body has been sent.
    const sent = body ? pipeline(createReadStream(body.path), request) : request.end()
    const response = await Promise.race([responded, Promise.resolve(sent).then(() => responded)])
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    throw new S3Failure(statusCode, valuesOf(await textOf(response), 'Code')[0])
  }
}

/** A part of a stream; reading ends with it. */
function cut(whole: Readable, { start, end }: ByteRange): Readable {
  async function* part(): AsyncGenerator<Buffer> {
    let at = 0
    for await (const piece of whole as AsyncIterable<Buffer>) {
      const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at))
      at += piece.length
      if (wanted.length > 0) yield wanted
      if (at > end) return
    }
  }
  return Readable.from(part(), { objectMode: false })
}

/** A rejection by the store. */
class S3Failure extends Error {
  readonly status: number

  constructor(status: number, code: string | undefined) {
    super(`status ${status}${code === undefined ? '' : ` (${code})`}`)
    this.status = status
  }
}

function statusIn(failure: unknown): number | undefined {
  const inner = failure instanceof ApiError ? failure.cause : failure
  return inner instanceof S3Failure ? inner.status : undefined
}

function reasonOf(failure: unknown): string {
  const inner = failure instanceof ApiError ? failure.cause : failure
  return inner instanceof Error ? inner.message || inner.name : String(inner)
}

function unavailable(cause: unknown): ApiError {
  return new ApiError('unavailable', 'The file store is not available at the moment. Try again.', {
    cause,
    retryAfterS: 5,
  })
}

async function drained(response: IncomingMessage): Promise<void> {
  await textOf(response)
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxReplyBytes) throw new Error('a reply of the store is too long')
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The texts of all elements of a name. Ours contain no markup, and the only entities are those of XML itself. */
function valuesOf(xml: string, name: string): string[] {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' }
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities[entity] as string),
  )
}

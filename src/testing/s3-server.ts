import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Account } from '../runtime/blobs/s3.ts'
import { isSigned } from './s3-signatures.ts'

/** An S3 server for tests. */
export interface S3Server {
  readonly account: S3Account
  /** The settings with which a server of ours stores its bytes there. */
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const bucket = 'onedoor-test'
const accessKeyId = 'TESTKEY'
const secretAccessKey = 'a-secret-for-one-run'

/**
 * Starts a server on a free port of 127.0.0.1 with one bucket, in memory. It serves the requests that the product uses, as "Amazon S3
 * API Reference" describes it: PutObject, GetObject with ranges, HeadObject, DeleteObject, and ListObjects, whose keys are
 * in the order of their bytes. Like S3 it rejects wrong signatures, bodies with another digest, and bodies without a length.
 */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const server = createServer((req, res) => void serve(objects, req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    account: { endpoint, bucket, region: 'us-east-1', accessKeyId, secretAccessKey },
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function serve(objects: Map<string, Buffer>, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of req as AsyncIterable<Buffer>) pieces.push(piece)
  } catch {
    return
  }
  const body = Buffer.concat(pieces)
  const fail = (status: number, code: string) => {
    res.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
  }
  if (req.method === 'PUT' && req.headers['content-length'] === undefined) return fail(411, 'MissingContentLength')
  if (!req.headers.authorization?.includes(`Credential=${accessKeyId}/`)) return fail(403, 'InvalidAccessKeyId')
  if (!isSigned(req, secretAccessKey, createHash('sha256').update(body).digest('hex')))
    return fail(403, 'SignatureDoesNotMatch')
  const url = new URL(req.url ?? '/', 'http://host')
  const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
  const key = rest.join('/')
  if (name !== bucket) return fail(404, 'NoSuchBucket')
  if (key === '') return void res.end(listing(objects, url.searchParams))
  if (req.method === 'PUT') {
    objects.set(key, body)
    return void res.end()
  }
  if (req.method === 'DELETE') {
    objects.delete(key)
    return void res.writeHead(204).end()
  }
  const object = objects.get(key)
  if (!object) return fail(404, 'NoSuchKey')
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? []
  const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1)
  res.writeHead(start === undefined ? 200 : 206, { 'Content-Length': part.length })
  res.end(req.method === 'HEAD' ? undefined : part)
}

function listing(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const [prefix, marker] = [query.get('prefix') ?? '', query.get('marker') ?? '']
  const max = Number(query.get('max-keys') ?? 1000)
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix) && Buffer.compare(Buffer.from(key), Buffer.from(marker)) > 0)
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const contents = keys.slice(0, max).map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key></Contents>`)
  return `<ListBucketResult><IsTruncated>${keys.length > max}</IsTruncated>${contents.join('')}</ListBucketResult>`
}

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Account } from '../runtime/blobs/s3.ts'
import { isSigned } from './s3-signatures.ts'

/** An S3 server for tests. */
export interface S3Server {
  readonly account: S3Account
  /** The settings with which a server of ours keeps its bytes there. */
  readonly settings: Readonly<Record<string, string>>
  stop(): Promise<void>
}

const bucket = 'onedoor-test'
/** The only account that s3rver knows. */
const key = 'S3RVER'

/**
 * Starts a throw-away S3 server with one bucket on a free port of 127.0.0.1: s3rver, behind a door that refuses wrong
 * signatures and bodies, and bodies without a length, as S3 does.
 */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'onedoor-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    directory,
    silent: true,
    configureBuckets: [{ name: bucket, configs: [] }],
  })
  const { port } = await server.run()
  const door = createServer((req, res) => void pass(req, res, port)).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  return {
    account: { endpoint, bucket, region: 'us-east-1', accessKeyId: key, secretAccessKey: key },
    settings: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      AWS_ACCESS_KEY_ID: key,
      AWS_SECRET_ACCESS_KEY: key,
    },
    async stop() {
      door.closeAllConnections()
      door.close()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function pass(req: IncomingMessage, res: ServerResponse, port: number): Promise<void> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of req as AsyncIterable<Buffer>) pieces.push(piece)
  } catch {
    return
  }
  const body = Buffer.concat(pieces)
  if (req.method === 'PUT' && req.headers['content-length'] === undefined)
    return refuse(res, 411, 'MissingContentLength')
  const isKnown = req.headers.authorization?.includes(`Credential=${key}/`) ?? false
  if (isKnown && !isSigned(req, key, createHash('sha256').update(body).digest('hex'))) {
    return refuse(res, 403, 'SignatureDoesNotMatch')
  }
  const inner = request(
    { port, host: '127.0.0.1', method: req.method, path: req.url, headers: req.headers },
    (response) => void response.pipe(res.writeHead(response.statusCode ?? 500, response.headers)),
  )
  inner.on('error', () => res.destroy())
  res.on('close', () => inner.destroy())
  inner.end(body)
}

function refuse(res: ServerResponse, status: number, code: string): void {
  res.writeHead(status, { 'Content-Type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)
}

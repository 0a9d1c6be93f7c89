import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type ClientDuplexStream,
  type ClientReadableStream,
  type ClientUnaryCall,
  type ClientWritableStream,
  credentials,
  type GrpcObject,
  loadPackageDefinition,
  Metadata,
  type ServiceClientConstructor,
  type ServiceError,
  status,
} from '@grpc/grpc-js'
import { loadSync } from '@grpc/proto-loader'
import { afterAll, describe, expect, test } from 'vitest'
import { openEchoWorld } from './fixtures/echo-world.ts'

const root = join(import.meta.dirname, '../../..')
const protos = join(root, 'generated/proto')

const world = await openEchoWorld()
afterAll(() => world.stop())

type Callback<Answer> = (failure: ServiceError | null, answer: Answer) => void

/** A call with a callback, as a promise that resolves with the failure, so that a test can examine it. */
function settled<Answer>(
  start: (callback: Callback<Answer>) => unknown,
): Promise<{ failure?: ServiceError; answer?: Answer }> {
  return new Promise((resolve) => start((failure, answer) => resolve(failure ? { failure } : { answer })))
}

describe('grpc-js with the published .proto files', () => {
  function client(file: string, service: string) {
    const definition = loadSync(`${file}.proto`, { includeDirs: [protos], keepCase: true, longs: String })
    const packages = loadPackageDefinition(definition)[file] as GrpcObject
    const Client = packages[service] as ServiceClientConstructor
    return new Client(`127.0.0.1:${world.port}`, credentials.createInsecure()) as unknown as Record<string, never> & {
      close(): void
    }
  }

  test('loads every one of them', () => {
    const files = readdirSync(protos).filter((name) => name.endsWith('.proto'))
    expect(files.length).toBe(10)
    for (const file of files) expect(() => loadSync(file, { includeDirs: [protos] })).not.toThrow()
  })

  test('calls, with metadata both ways', async () => {
    const echo = client('client', 'Client')
    const call = echo.Call as unknown as (
      request: object,
      metadata: Metadata,
      callback: Callback<{ body: Buffer }>,
    ) => ClientUnaryCall
    const metadata = new Metadata()
    metadata.set('service-namespace', 'acme')
    metadata.set('x-request-id', 'from-grpc-js')
    let header: Metadata | undefined
    const { answer } = await settled<{ body: Buffer }>((callback) =>
      call.call(echo, { endpoint: 'who' }, metadata, callback).on('metadata', (got) => (header = got)),
    )
    expect(JSON.parse(String(answer?.body))).toMatchObject({ namespace: 'acme', requestId: 'from-grpc-js' })
    expect(header?.get('x-request-id')).toEqual(['from-grpc-js'])
    echo.close()
  })

  test('gets code, message and details of the error', async () => {
    const echo = client('client', 'Client')
    const call = echo.Call as unknown as (request: object, callback: Callback<unknown>) => ClientUnaryCall
    const { failure } = await settled((callback) =>
      call.call(echo, { endpoint: 'fail 412', body: Buffer.from('Not – yet') }, callback),
    )
    expect(failure?.code).toBe(status.FAILED_PRECONDITION)
    expect(JSON.parse(failure?.details ?? '')).toMatchObject({ code: 412, detail: 'Not – yet' })
    expect(failure?.metadata.get('grpc-status-details-bin')).toHaveLength(1)
    echo.close()
  })

  test('gives up at its deadline', async () => {
    const echo = client('client', 'Client')
    const call = echo.Call as unknown as (
      request: object,
      options: object,
      callback: Callback<unknown>,
    ) => ClientUnaryCall
    const { failure } = await settled((callback) =>
      call.call(echo, { endpoint: 'wait' }, { deadline: Date.now() + 50 }, callback),
    )
    expect(failure?.code).toBe(status.DEADLINE_EXCEEDED)
    echo.close()
  })

  test('streams to the server, from it, and both ways', async () => {
    const blobs = client('store', 'BlobStore')
    const write = blobs.Write as unknown as (callback: Callback<object>) => ClientWritableStream<object>
    const written = await settled<object>((callback) => {
      const stream = write.call(blobs, callback)
      stream.write({ key: 'from-grpc-js', blob: Buffer.from('a'.repeat(100_000)) })
      stream.write({ blob: Buffer.from('b'.repeat(100_000)) })
      stream.end()
    })
    expect(written.answer).toEqual({})

    const read = blobs.Read as unknown as (request: object) => ClientReadableStream<{ blob: Buffer }>
    const pieces: number[] = []
    for await (const { blob } of read.call(blobs, { key: 'from-grpc-js' })) pieces.push(blob.length)
    expect(pieces).toEqual([100_000, 100_000])
    blobs.close()

    const echo = client('client', 'Client')
    const open = echo.Stream as unknown as () => ClientDuplexStream<object, { body: Buffer }>
    const stream = open.call(echo)
    const answers: string[] = []
    stream.write({ body: Buffer.from('0') })
    for await (const { body } of stream) {
      answers.push(String(body))
      if (answers.length < 3) stream.write({ body: Buffer.from(String(answers.length)) })
      else stream.end()
    }
    expect(answers).toEqual(['0', '1', '2'])
    echo.close()
  })
})

describe('buf curl, which learns everything by reflection', () => {
  async function buf(args: readonly string[]): Promise<string> {
    const program = join(root, 'node_modules/@bufbuild/buf/bin/buf')
    const options = { env: { ...process.env, BUF_CACHE_DIR: join(root, '.cache/buf') } }
    const all = [program, 'curl', '--http2-prior-knowledge', ...args]
    try {
      return (await promisify(execFile)(process.execPath, all, options)).stdout
    } catch (failure) {
      return (failure as { stderr: string }).stderr
    }
  }

  test('lists services and methods', async () => {
    const services = (await buf([world.url, '--list-services'])).trim().split('\n')
    expect(services).toEqual([
      'client.Client',
      'grpc.health.v1.Health',
      'grpc.reflection.v1.ServerReflection',
      'grpc.reflection.v1alpha.ServerReflection',
      'store.BlobStore',
    ])
    expect(await buf([world.url, '--list-methods'])).toContain('client.Client/Call')
  })

  test.each(['grpc', 'grpcweb', 'connect'])('calls over %s', async (protocol) => {
    const body = Buffer.from('{"a":1}').toString('base64')
    const url = `${world.url}/client.Client/Call`
    const answer = await buf(['--protocol', protocol, '-d', JSON.stringify({ body }), url])
    expect(JSON.parse(answer)).toEqual({ body })
    const failure = await buf(['--protocol', protocol, '-d', '{"endpoint":"fail 404"}', url])
    expect(JSON.parse(failure)).toMatchObject({ code: 'not_found', details: [{ type: 'errors.Error' }] })
  })
})

describe('a page in a browser, with fetch alone', () => {
  const origin = 'https://page.example'

  test('may call from any origin and read the response, but not with cookies', async () => {
    const asked = await fetch(`${world.url}/client.Client/Call`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('*')
    expect(asked.headers.get('access-control-allow-methods')).toBe('POST')
    expect(asked.headers.get('access-control-allow-headers')?.toLowerCase().split(', ')).toEqual(
      expect.arrayContaining([
        'authorization',
        'content-type',
        'x-grpc-web',
        'connect-protocol-version',
        'service-namespace',
      ]),
    )
    const response = await call('application/json', JSON.stringify({ endpoint: 'fail 404' }))
    for (const { headers } of [asked, response]) expect(headers.has('access-control-allow-credentials')).toBe(false)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-expose-headers')?.toLowerCase()).toContain('grpc-status')
  })

  test('speaks Connect in JSON', async () => {
    const response = await call('application/json', JSON.stringify({ body: 'aGk=' }))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ body: 'aGk=' })
    const failure = await call('application/json', JSON.stringify({ endpoint: 'fail 409' }))
    expect(failure.status).toBe(409)
    expect(await failure.json()).toMatchObject({ code: 'already_exists' })
  })

  test('speaks gRPC-Web', async () => {
    const empty = new Uint8Array(5)
    const response = await call('application/grpc-web+proto', empty)
    expect(response.status).toBe(200)
    const answer = Buffer.from(await response.arrayBuffer())
    // An empty message, then the trailers: a frame with the highest bit of its first byte set.
    expect(answer.subarray(0, 5)).toEqual(Buffer.from(empty))
    expect(answer[5]).toBe(0x80)
    expect(answer.subarray(10).toString()).toContain('grpc-status: 0')
  })

  function call(type: string, body: string | Uint8Array<ArrayBuffer>) {
    return fetch(`${world.url}/client.Client/Call`, { method: 'POST', headers: { origin, 'content-type': type }, body })
  }
})

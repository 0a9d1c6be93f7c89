import { once } from 'node:events'
import { connect, constants, type IncomingHttpHeaders } from 'node:http2'
import { create, toBinary } from '@bufbuild/protobuf'
import { encodeEnvelope } from '@connectrpc/connect/protocol'
import { Client, credentials, status } from '@grpc/grpc-js'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlobReadRequestSchema } from '#generated/proto/store_pb.js'
import { grpcJsClient } from '#testing/grpc-js-client.ts'
import { firstMessageOf } from './first-message.ts'
import { type EchoWorld, openEchoWorld } from './fixtures/echo-world.ts'

let world: EchoWorld
beforeAll(async () => {
  world = await openEchoWorld({ pieceMs: 100 })
  const blobs = grpcJsClient({ address: `127.0.0.1:${world.port}`, service: 'store.BlobStore' })
  await writeBlob('two', 'first', 'second')
  blobs.close()
})
afterAll(() => world.stop())

const asBytes = (bytes: Buffer) => bytes
const readRequest = (key: string) => toBinary(BlobReadRequestSchema, create(BlobReadRequestSchema, { key }))

function writeBlob(key: string, ...pieces: string[]): Promise<void> {
  const client = new Client(`127.0.0.1:${world.port}`, credentials.createInsecure())
  return new Promise((resolve, reject) => {
    const call = client.makeClientStreamRequest('/store.BlobStore/Write', asBytes, asBytes, (failure) => {
      client.close()
      if (failure) reject(failure)
      else resolve()
    })
    for (const piece of pieces) {
      const [keyField, blobField] = [Buffer.from(key), Buffer.from(piece)]
      call.write(
        Buffer.concat([Buffer.from([0x0a, key.length]), keyField, Buffer.from([0x1a, piece.length]), blobField]),
      )
    }
    call.end()
  })
}

describe('a client that does not end the request of a server stream', () => {
  const blobs = () => grpcJsClient({ address: `127.0.0.1:${world.port}`, service: 'store.BlobStore' })

  test('gets its messages and the end', async () => {
    const client = blobs()
    const stream = client.halfOpen<{ blob: Buffer }>('Read', { key: 'two' })
    expect([String((await stream.next()).blob), String((await stream.next()).blob)]).toEqual(['first', 'second'])
    await expect(stream.next()).rejects.toThrow('The stream has ended')
    client.close()
  })

  test('gets the error of a call that fails', async () => {
    const client = blobs()
    await expect(client.halfOpen('Read', { key: 'nothing' }).next()).rejects.toMatchObject({ code: status.NOT_FOUND })
    client.close()
  })

  test('may wait for the response longer than a request is allowed to pause', async () => {
    const client = blobs()
    await expect(client.halfOpen('Read', { key: 'late' }).next()).rejects.toMatchObject({ code: status.NOT_FOUND })
    client.close()
  })

  test('is cut off if it does not even finish its first message', async () => {
    const session = connect(world.url)
    const headers = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' }
    const stream = session.request({ ...headers, ':path': '/store.BlobStore/Read' })
    stream.on('error', () => undefined)
    stream.write(encodeEnvelope(0, readRequest('two')).subarray(0, 6))
    await once(stream, 'close')
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL)
    session.close()
  })

  test('may send more, which is read and ignored', async () => {
    const client = blobs()
    const stream = client.halfOpen<{ blob: Buffer }>('Read', { key: 'two' })
    stream.send('Read', { key: 'x'.repeat(100_000) })
    stream.send('Read', { key: 'other' })
    expect(String((await stream.next()).blob)).toBe('first')
    client.close()
  })

  test('ends the call by disconnecting', async () => {
    const client = blobs()
    const stream = client.halfOpen('Read', { key: 'opened endless' })
    await stream.opened
    stream.cancel()
    await world.letGo
    client.close()
  })

  test('has no open stream after the response', async () => {
    const session = connect(world.url)
    const headers = { ':method': 'POST', 'content-type': 'application/grpc', te: 'trailers' }
    const stream = session.request({ ...headers, ':path': '/store.BlobStore/Read' })
    stream.write(encodeEnvelope(0, readRequest('two')))
    stream.resume()
    const [[trailers]] = await Promise.all([once(stream, 'trailers'), once(stream, 'close')])
    expect(trailers['grpc-status']).toBe('0')
    expect(stream.rstCode).toBe(0)
    session.close()
  })
})

describe('the first message of a request', () => {
  test('is found in pieces of any length, and the later ones after it', async () => {
    const message = fc.uint8Array({ maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(message, { minLength: 1, maxLength: 5 }),
        fc.integer({ min: 1, max: 60 }),
        async (messages, size) => {
          const whole = Buffer.concat(messages.map((bytes) => encodeEnvelope(0, bytes)))
          async function* pieces() {
            for (let at = 0; at < whole.length; at += size) yield whole.subarray(at, at + size)
            // A request that stays open.
            await new Promise(() => undefined)
          }
          const later: Uint8Array[] = []
          const seen: Uint8Array[] = []
          let begun = 0
          const first = firstMessageOf(pieces(), { begun: () => begun++, later: (bytes) => later.push(bytes) })
          for await (const piece of first) seen.push(piece)
          expect(Buffer.concat(seen)).toEqual(Buffer.from(encodeEnvelope(0, messages[0] as Uint8Array)))
          await expect
            .poll(() => later.map((bytes) => [...bytes]))
            .toEqual(messages.slice(1).map((bytes) => [...bytes]))
          expect(begun).toBe(1)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('is not followed by compressed or long ones', async () => {
    async function* pieces() {
      yield encodeEnvelope(0, new Uint8Array(3))
      yield encodeEnvelope(1, new Uint8Array(4))
      yield encodeEnvelope(0, new Uint8Array(16 * 1024 + 1))
      yield encodeEnvelope(0, new Uint8Array(16 * 1024))
      await new Promise(() => undefined)
    }
    const later: number[] = []
    const first = firstMessageOf(pieces(), { begun: () => undefined, later: ({ length }) => later.push(length) })
    for await (const piece of first) expect(piece).toHaveLength(8)
    await expect.poll(() => later).toEqual([16 * 1024])
  })

  test('ends the request if the reader stops before it is complete', async () => {
    let isEnded = false
    async function* pieces() {
      try {
        for (;;) yield encodeEnvelope(0, new Uint8Array(10)).subarray(0, 3)
      } finally {
        isEnded = true
      }
    }
    for await (const _ of firstMessageOf(pieces(), { begun: () => undefined, later: () => undefined })) break
    expect(isEnded).toBe(true)
  })
})

describe('the status of a failed call', () => {
  /** The headers or trailers with the status, and whether they are the whole response. */
  async function statusOf(path: string, headers: Record<string, string>) {
    const session = connect(world.url)
    const stream = session.request({ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', ...headers })
    const endpoint = Buffer.from('fail 404')
    stream.end(encodeEnvelope(0, Buffer.concat([Buffer.from([0x12, endpoint.length]), endpoint])))
    stream.resume()
    const trailers = once(stream, 'trailers')
    const [head, flags] = (await once(stream, 'response')) as [IncomingHttpHeaders, number]
    const isWhole = (flags & constants.NGHTTP2_FLAG_END_STREAM) !== 0
    const status = isWhole ? head : ((await trailers)[0] as IncomingHttpHeaders)
    session.close()
    return status
  }

  test.each([
    ['/client.Client/Call', 404],
    ['/nobody.Nobody/Call', 404],
    ['/client.Client/Nothing', 501],
  ])('of %s has details, and none for a client that sends x-content-type', async (path, code) => {
    const plain = await statusOf(path, {})
    const existing = await statusOf(path, { 'x-content-type': 'application/grpc+proto' })
    expect(plain['grpc-status-details-bin']).toBeDefined()
    expect(existing['grpc-status-details-bin']).toBeUndefined()
    expect(existing['grpc-status']).toBe(plain['grpc-status'])
    expect(JSON.parse(String(existing['grpc-message']))).toMatchObject({ code, detail: expect.any(String) })
    expect(existing['grpc-message']).toBe(plain['grpc-message'])
  })
})

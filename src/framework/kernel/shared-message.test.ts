import { gunzipSync } from 'node:zlib'
import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { MessageSchema } from '#generated/proto/broker_pb.js'
import { createSharing, withShared } from './shared-message.ts'

function counted() {
  const made = { count: 0 }
  const share = createSharing(
    MessageSchema,
    (source: { readonly body: Uint8Array }) => create(MessageSchema, source),
    (desc, message) => {
      made.count += 1
      return toBinary(desc, message)
    },
  )
  return { made, share }
}

const place = new Uint8Array(5)

async function piecesOf(frames: Uint8Array[], ...rest: [Parameters<typeof withShared>[1], string | null]) {
  async function* stream() {
    yield* frames
  }
  const pieces: Uint8Array[] = []
  for await (const piece of withShared(stream(), ...rest)) pieces.push(piece)
  return pieces
}

test('a message is encoded once for all streams, and compressed once for all that accept compression', async () => {
  const { made, share } = counted()
  const source = { body: Buffer.alloc(5000, 'x') }
  const plain = await Promise.all([1, 2, 3].map(() => share(source).frame(null)))
  const small = await Promise.all([1, 2, 3].map(() => share(source).frame('gzip')))
  expect(made.count).toBe(1)
  expect([new Set(plain).size, new Set(small).size]).toEqual([1, 1])
  const [frame, compressed] = [Buffer.from(plain[0]!), Buffer.from(small[0]!)]
  expect([frame[0], frame.readUInt32BE(1), frame.length]).toEqual([0, frame.length - 5, 5008])
  expect([compressed[0], compressed.readUInt32BE(1)]).toEqual([1, compressed.length - 5])
  for (const bytes of [frame.subarray(5), gunzipSync(compressed.subarray(5))])
    expect(Buffer.from(fromBinary(MessageSchema, bytes).body)).toEqual(source.body)
})

test('small messages, and those for an unknown compression, are not compressed', async () => {
  const { share } = counted()
  expect((await share({ body: Buffer.alloc(100) }).frame('gzip'))[0]).toBe(0)
  expect((await share({ body: Buffer.alloc(5000) }).frame('zip'))[0]).toBe(0)
})

test('shared messages replace empty ones, in order; everything else is passed on', async () => {
  const { share } = counted()
  const [one, two] = [share({ body: Buffer.from('one') }), share({ body: Buffer.from('two') })]
  const other = Uint8Array.of(0, 0, 0, 0, 1, 9)
  const pieces = await piecesOf([new Uint8Array(), place, other, place, place], [one, two], null)
  expect(pieces).toEqual([new Uint8Array(), await one.frame(null), other, await two.frame(null), place])
})

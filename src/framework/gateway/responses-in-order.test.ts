import { create } from '@bufbuild/protobuf'
import { describe, expect, test } from 'vitest'
import { Broker, MessageSchema } from '#generated/proto/broker_pb.js'
import { turnsDuring } from '../../testing/event-loop-turns.ts'
import { createSharing } from '../kernel/shared-message.ts'
import { type Described, responseJson } from '../kernel/transcoding/transcode.ts'
import { createResponseWriter } from './responses-in-order.ts'

const described = { method: Broker.method.subscribe, errorId: 'broker.subscribe' } as unknown as Described

/** A writer that counts how often it makes JSON. */
function counted(maxBytes = 16_000_000) {
  const made = { count: 0 }
  const write: typeof responseJson = (...of) => {
    made.count += 1
    return responseJson(...of)
  }
  const writer = createResponseWriter(write, { maxBytes, idleMs: 600_000 })
  return { made, writer }
}

/** As each subscriber gets it: a separate object. */
const messageOf = (fill: number, size = 50_000) => create(MessageSchema, { body: new Uint8Array(size).fill(fill) })

describe('a large message for many streams', () => {
  test('is written once, and all are sent the same bytes', async () => {
    const { made, writer } = counted()
    const lines = await Promise.all(Array.from({ length: 100 }, () => writer.line(described, messageOf(1))))
    expect(made.count).toBe(1)
    expect(new Set(lines).size).toBe(1)
    expect(String(lines[0])).toBe(`${responseJson(described, messageOf(1))}\n`)
    const frames = await Promise.all(Array.from({ length: 100 }, () => writer.json(described, messageOf(1))))
    expect(made.count).toBe(1)
    expect(new Set(frames.map((frame) => (frame as Buffer).buffer)).size).toBe(1)
    expect(String(frames[0])).toBe(responseJson(described, messageOf(1)))
  })

  test('is not confused with another one', async () => {
    const { made, writer } = counted()
    const others = [messageOf(1), messageOf(2), messageOf(1, 50_001), messageOf(1)]
    for (const message of others)
      expect(String(await writer.line(described, message))).toBe(`${responseJson(described, message)}\n`)
    const sameMethod = { ...described, registry: {} } as unknown as Described
    await writer.line(sameMethod, messageOf(1))
    expect(made.count).toBe(4)
  })

  test('is dropped after many others', async () => {
    const { made, writer } = counted(1_000_000)
    for (let fill = 0; fill < 20; fill++) await writer.line(described, messageOf(fill))
    expect(made.count).toBe(20)
    await writer.line(described, messageOf(19))
    expect(made.count).toBe(20)
    await writer.line(described, messageOf(0))
    expect(made.count).toBe(21)
  })

  test('each is written in slices, between which others get their turn', async () => {
    const { writer } = counted()
    const lines = () => Array.from({ length: 50 }, (_, fill) => writer.line(described, messageOf(fill, 100_000)))
    const { turns } = await turnsDuring(() => Promise.all(lines()))
    // Without slices all of them are written in one turn.
    expect(turns).toBeGreaterThan(3)
  })
})

test('small messages are texts', async () => {
  const { made, writer } = counted()
  for (const _ of [1, 2])
    expect(await writer.line(described, messageOf(1, 10))).toBe(`${responseJson(described, messageOf(1, 10))}\n`)
  expect(await writer.json(described, messageOf(1, 10))).toBe(responseJson(described, messageOf(1, 10)))
  expect(made.count).toBe(3)
})

describe('shared messages', () => {
  const share = createSharing(MessageSchema, (source: { readonly body: Uint8Array }) => create(MessageSchema, source))
  const sourceOf = (fill: number, size = 50_000) => ({ body: new Uint8Array(size).fill(fill) })
  const place = () => create(MessageSchema)

  test('are sent in the place of empty ones, in order, each written once for all streams that send it', async () => {
    const { made, writer } = counted()
    const sources = [sourceOf(1), sourceOf(2), sourceOf(3, 10)]
    for (let stream = 0; stream < 5; stream++) {
      const sent = { ...described, shared: sources.map(share) }
      for (const { body } of sources)
        expect(String(await writer.line(sent, place()))).toBe(
          `${responseJson(described, create(MessageSchema, { body }))}\n`,
        )
      expect(sent.shared).toEqual([])
      expect(await writer.line(sent, place())).toBe(`${responseJson(described, place())}\n`)
    }
    // The two large ones once, the small one and the empty one for each stream.
    expect(made.count).toBe(2 + 5 * 2)
  })

  test('do not replace messages that are not empty', async () => {
    const { writer } = counted()
    const sent = { ...described, shared: [share(sourceOf(1))] }
    expect(String(await writer.line(sent, messageOf(2)))).toBe(`${responseJson(described, messageOf(2))}\n`)
    expect(sent.shared).toHaveLength(1)
  })

  test('are dropped, with their source, after many others', async () => {
    const { made, writer } = counted(1_000_000)
    const sources = Array.from({ length: 20 }, (_, fill) => sourceOf(fill))
    for (const source of [...sources, sources[19]!, sources[0]!])
      await writer.line({ ...described, shared: [share(source)] }, place())
    expect(made.count).toBe(21)
  })
})

import { toBinary } from '@bufbuild/protobuf'
import { expect, test, vi } from 'vitest'
import type { EventSchema } from '#generated/proto/events_pb.js'
import { manualClock } from '#runtime/base/clock.ts'
import { openCoreDoor } from '#testing/core-door.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { grpcJsClient } from '#testing/grpc-js-client.ts'
import { EmbeddedEvents } from './embedded.ts'
import { SameEvents } from './same-events.ts'
import { eventsService } from './service.ts'

const event = { id: 'event_1', topic: 'news', metadata: { a: 'b' }, payload: Buffer.from('x'), timestampS: 7 }
const copy = () => ({ ...event, metadata: { ...event.metadata }, payload: Buffer.from(event.payload) })

test('an event that several streams read is one object for all of them', () => {
  const same = new SameEvents()
  const first = same.of(copy())
  expect([same.of(copy()), same.of(copy())]).toEqual([first, first])
  expect(same.of(copy())).toBe(first)
})

test.each([
  ['topic', { topic: 'other' }],
  ['metadata', { metadata: { a: 'c' } }],
  ['more metadata', { metadata: { a: 'b', c: 'd' } }],
  ['other names of metadata', { metadata: { c: 'b' } }],
  ['payload', { payload: Buffer.from('y') }],
  ['time', { timestampS: 8 }],
])('an event under the same id with another %s is another event', (_what, change) => {
  const same = new SameEvents()
  same.of(event)
  const other = { ...event, ...change }
  expect(same.of(other)).toBe(other)
})

test('no more than the maximum is cached, and nothing a second after the last event', () => {
  vi.useFakeTimers()
  try {
    const same = new SameEvents({ maxBytes: 10_000, idleMs: 1000 })
    for (let n = 0; n < 100; n++) {
      same.of({ ...event, id: `event_${n}`, payload: Buffer.alloc(n) })
      expect(same.bytes).toBeGreaterThan(0)
      expect(same.bytes).toBeLessThanOrEqual(10_000)
    }
    const huge = { ...event, id: 'huge', payload: Buffer.alloc(10_000) }
    expect(same.of(huge)).toBe(huge)
    expect(same.bytes).toBeLessThanOrEqual(10_000)
    vi.advanceTimersByTime(1000)
    expect(same.bytes).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

forOneDatabase((_name, openTestStore) => {
  test('an event is encoded once for all its consumers over gRPC, with and without a group', async () => {
    let encodings = 0
    const [store, clock] = [await openTestStore(), manualClock()]
    const retentionMs = 3_600_000
    const events = new EmbeddedEvents({ store, clock, retentionMs, log: { warn: () => undefined } })
    const encode = (...of: Parameters<typeof toBinary<typeof EventSchema>>) => {
      encodings += 1
      return toBinary(...of)
    }
    const same = new SameEvents({ maxBytes: 1_000_000, idleMs: 600_000 })
    const service = eventsService({ events, clock, retentionMs }, encode, same)
    const door = await openCoreDoor(store, () => [service])
    const { token } = await door.world.account({ isAdmin: true })
    const clients = [1, 2, 3, 4].map(() => grpcJsClient({ address: door.address, service: 'events.Stream', token }))
    try {
      const streams = clients.map((each, index) =>
        each.stream<{ payload: Buffer; metadata: object; topic: string }>('Consume', {
          topic: 'news',
          ...(index < 2 && { group: `group${index}` }),
        }),
      )
      await Promise.all(streams.map(({ opened }) => opened))
      const sent = ['small', 'large'.repeat(20_000), ''].map((text) => ({
        topic: 'news',
        metadata: text === '' ? {} : { kind: text.slice(0, 5) },
        payload: Buffer.from(text),
      }))
      for (const each of sent) await clients[0]!.call('Publish', each)
      for (const { next } of streams) for (const each of sent) expect(await next()).toMatchObject(each)
      expect(encodings).toBe(sent.length)
    } finally {
      for (const each of clients) each.close()
      await door.close()
      await events.close()
    }
  })
})

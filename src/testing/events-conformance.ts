import { describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '#runtime/base/clock.ts'
import { eventBounds } from '../framework/services/events/bounds.ts'
import type { ConsumeOptions, Events, GivenUp, StreamEvent } from '../framework/services/events/types.ts'

export interface EventEngineOptions {
  readonly clock: ManualClock
  readonly retentionMs: number
  onGivenUp(event: GivenUp): void
}

/** Opens an engine. Engines opened with one `shared` see the same events, as two processes do. */
export interface EventEngines {
  newShared(): Promise<unknown>
  open(shared: unknown, options: EventEngineOptions): Promise<Events>
  /** Has the time for acknowledgements pass: by the clock, or none where the engine counts by the computer's. */
  pass(engine: Events, clock: ManualClock, ms: number): Promise<void>
  /** Whether the engine counts a delivery that its consumer hung up before taking. */
  readonly countsFetched?: boolean
}

const retentionMs = 24 * 60 * 60 * 1000
const ackWaitMs = 400
const text = (event: StreamEvent): string => Buffer.from(event.payload).toString()

/** A consumer as a client has one. */
function consumer(engine: Events, namespace: string, over: Partial<ConsumeOptions> = {}) {
  const leaving = new AbortController()
  const options = { topic: 'orders', group: 'billing', autoAck: false, ackWaitMs: 60_000, retryLimit: 0, ...over }
  if (over.group === '') delete (options as { group?: string }).group
  const consumption = engine.consume(namespace, options, leaving.signal)
  const events = consumption[Symbol.asyncIterator]()
  const next = async (): Promise<StreamEvent> => {
    const { value, done } = await events.next()
    if (done) throw new Error('The consumption has ended')
    return value
  }
  const ack = (event: StreamEvent, success = true) =>
    engine.ack(namespace, { topic: options.topic, group: options.group, id: event.id, success })
  return {
    ready: consumption.ready,
    next,
    ack,
    /** Takes and acknowledges this many. */
    async take(count: number): Promise<string[]> {
      const texts: string[] = []
      while (texts.length < count) {
        const event = await next()
        texts.push(text(event))
        if (!options.autoAck && options.group !== undefined) await ack(event)
      }
      return texts
    },
    /** As a client that hangs up. */
    async leave(): Promise<void> {
      leaving.abort()
      await events.return?.()
    },
  }
}

/** What every engine of event streaming does. */
export function eventsConformance(name: string, engines: EventEngines): void {
  describe(name, () => {
    const ns = 'acme'

    async function opened() {
      const clock = manualClock()
      const shared = await engines.newShared()
      const givenUp: GivenUp[] = []
      const open = () => engines.open(shared, { clock, retentionMs, onGivenUp: (event) => givenUp.push(event) })
      const engine = await open()
      const publish = async (...texts: string[]) => {
        for (const each of texts) {
          const payload = new Uint8Array(Buffer.from(each))
          await engine.publish(ns, { topic: 'orders', metadata: {}, payload })
        }
      }
      return { clock, engine, open, publish, givenUp, pass: (ms: number) => engines.pass(engine, clock, ms) }
    }

    test('an event reaches a consumer as it was published, bytes and all', async () => {
      const { clock, engine } = await opened()
      const one = consumer(engine, ns)
      await one.ready
      const metadata = { kind: 'x', 'Ünï\ncode': ' \r\nline ' }
      const payload = Uint8Array.from({ length: 256 }, (_, index) => index)
      const published = await engine.publish(ns, { topic: 'orders', metadata, payload, timestampS: 1234 })
      const empty = await engine.publish(ns, { topic: 'orders', metadata: {}, payload: new Uint8Array() })
      expect(await one.next()).toEqual({ id: published.id, topic: 'orders', metadata, payload, timestampS: 1234 })
      const second = await one.next()
      expect(second).toEqual(empty)
      expect(second.timestampS).toBe(Math.floor(clock.now() / 1000))
      expect(await engine.read(ns, 'orders', { limit: 10, offset: 0 })).toEqual([published, empty])
    })

    test('each group gets each event once and in order, regardless of the others', async () => {
      const { engine, publish } = await opened()
      const [billing, mailing] = [consumer(engine, ns), consumer(engine, ns, { group: 'mailing' })]
      await Promise.all([billing.ready, mailing.ready])
      const texts = Array.from({ length: 40 }, (_, index) => `e${index}`)
      await publish(...texts)
      expect(await billing.take(40)).toEqual(texts)
      expect(await mailing.take(40)).toEqual(texts)
    })

    test('consumers of one group share its events: none twice, none left out, nobody idle', async () => {
      const { engine, open, publish } = await opened()
      const other = await open()
      const members = [consumer(engine, ns), consumer(engine, ns), consumer(other, ns)]
      await Promise.all(members.map(({ ready }) => ready))
      const texts = Array.from({ length: 90 }, (_, index) => `e${index}`)
      const taken: string[][] = members.map(() => [])
      const all = Promise.withResolvers<void>()
      const reading = members.map(async (member, index) => {
        for (;;) {
          taken[index]!.push(...(await member.take(1)))
          if (taken.flat().length === texts.length) all.resolve()
        }
      })
      const ended = Promise.allSettled(reading)
      await publish(...texts)
      await other.poll()
      await all.promise
      await Promise.all(members.map((member) => member.leave()))
      await ended
      expect(taken.flat().sort()).toEqual(texts.toSorted())
      expect(taken[0]!.length).toBeGreaterThan(0)
      expect(taken[1]!.length).toBeGreaterThan(0)
    })

    test('a new group begins with the next event, or with the offset; a known one goes on where it was, after a restart too', async () => {
      const { engine, open, publish } = await opened()
      const first = consumer(engine, ns)
      await first.ready
      await publish('a', 'b')
      expect(await first.take(1)).toEqual(['a'])
      await first.leave()
      await engine.close()
      const restarted = await open()
      const [same, late, early] = [
        consumer(restarted, ns, { offsetS: 1 }),
        consumer(restarted, ns, { group: 'late' }),
        consumer(restarted, ns, { group: 'early', offsetS: 1 }),
      ]
      await Promise.all([same.ready, late.ready, early.ready])
      await restarted.publish(ns, { topic: 'orders', metadata: {}, payload: Buffer.from('c') })
      expect(await late.take(1)).toEqual(['c'])
      expect(await same.take(2)).toEqual(['b', 'c'])
      expect(await early.take(3)).toEqual(['a', 'b', 'c'])
    })

    test('an event is delivered again, to any consumer of the group, until it is acknowledged', async () => {
      const { engine, publish, pass } = await opened()
      const [dead, alive] = [consumer(engine, ns, { ackWaitMs }), consumer(engine, ns, { ackWaitMs })]
      await dead.ready
      await publish('a')
      const lost = await dead.next()
      await dead.leave()
      const again = alive.next()
      await pass(ackWaitMs)
      expect(await again).toEqual(lost)
      await alive.ack(lost)
      await pass(ackWaitMs)
      await publish('b')
      expect(await alive.take(1)).toEqual(['b'])
    })

    test('an unsuccessful acknowledgement has the event delivered again at once', async () => {
      const { engine, publish } = await opened()
      const one = consumer(engine, ns)
      await one.ready
      await publish('a')
      const first = await one.next()
      await one.ack(first, false)
      expect(await one.next()).toEqual(first)
      await one.ack(first)
      await expect(one.ack(first)).rejects.toMatchObject({ status: 404, id: 'events.stream.ack' })
    })

    test('an event that is never acknowledged is given up after its retries, and said so; the next one comes', async () => {
      const { engine, publish, pass, givenUp } = await opened()
      const one = consumer(engine, ns, { ackWaitMs, retryLimit: 2 })
      await one.ready
      await publish('poison')
      const ids = new Set<string>()
      for (let delivery = 0; delivery < 3; delivery++) {
        ids.add((await one.next()).id)
        if (delivery < 2) await one.ack({ id: [...ids][0] } as StreamEvent, false)
      }
      expect(ids.size).toBe(1)
      const next = one.next()
      await pass(ackWaitMs)
      await publish('good')
      expect(text(await next)).toBe('good')
      const nothing = one.next()
      nothing.catch(() => undefined)
      await expect
        .poll(() => givenUp)
        .toEqual([{ namespace: ns, topic: 'orders', group: 'billing', id: [...ids][0], attempts: 3 }])
    })

    // JetStream counts an event as delivered when it is fetched, even if the consumer hangs up before taking it: docs/core-services.md.
    if (!engines.countsFetched)
      test('an event that consumers hung up before taking is not given up for that, however often', async () => {
        const { engine, publish, givenUp } = await opened()
        const joining = () => consumer(engine, ns, { retryLimit: 1 })
        const first = joining()
        await first.ready
        await publish('a', 'b', 'c', 'd', 'e')
        const taken: string[] = []
        for (let hungUp = 0; hungUp < 4; hungUp++) {
          const leaving = hungUp === 0 ? first : joining()
          const event = await leaving.next()
          taken.push(text(event))
          await leaving.leave()
          await leaving.ack(event)
          await publish(`spare ${hungUp}`)
        }
        expect(givenUp).toEqual([])
        taken.push(...(await joining().take(5)))
        expect(taken.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'spare 0', 'spare 1', 'spare 2', 'spare 3'])
        expect(givenUp).toEqual([])
      })

    test('a consumer that never acknowledges has at most its limit; the others of its group get the rest', async () => {
      const { engine, publish } = await opened()
      const idle = consumer(engine, ns)
      await idle.ready
      const texts = Array.from({ length: eventBounds.inFlight + 10 }, (_, index) => `e${index}`)
      await publish(...texts)
      for (let i = 0; i < eventBounds.inFlight; i++) expect(text(await idle.next())).toBe(texts[i])
      const stuck = idle.next()
      stuck.catch(() => undefined)
      const busy = consumer(engine, ns)
      expect(await busy.take(10)).toEqual(texts.slice(eventBounds.inFlight))
      await idle.leave()
    })

    test('acknowledging makes room again', async () => {
      const { engine, publish } = await opened()
      const one = consumer(engine, ns)
      await one.ready
      await publish(...Array.from({ length: eventBounds.inFlight + 1 }, (_, index) => `e${index}`))
      const held: StreamEvent[] = []
      while (held.length < eventBounds.inFlight) held.push(await one.next())
      const last = one.next()
      await one.ack(held[5]!)
      expect(text(await last)).toBe(`e${eventBounds.inFlight}`)
    })

    test('an event that counts as acknowledged when taken does not come again; one that was not taken does', async () => {
      const { engine, publish, pass } = await opened()
      const first = consumer(engine, ns, { autoAck: true, ackWaitMs })
      await first.ready
      await publish('a', 'b', 'c')
      expect(await first.take(2)).toEqual(['a', 'b'])
      await first.leave()
      const second = consumer(engine, ns, { autoAck: true, ackWaitMs })
      await pass(ackWaitMs)
      expect(await second.take(1)).toEqual(['c'])
      await publish('d')
      expect(await second.take(1)).toEqual(['d'])
    })

    test('a group that began with an offset goes on where it was with consumers that wait for another time', async () => {
      const { engine, publish, pass } = await opened()
      await publish('a', 'b')
      const first = consumer(engine, ns, { offsetS: 1, ackWaitMs })
      await first.ready
      expect(await first.take(1)).toEqual(['a'])
      await first.leave()
      await publish('c')
      const second = consumer(engine, ns, { offsetS: 1, ackWaitMs: ackWaitMs * 2 })
      await second.ready
      await pass(ackWaitMs)
      expect((await second.take(2)).sort()).toEqual(['b', 'c'])
    })

    test('without a group, all consumers get every event from the offset, without acknowledging any', async () => {
      const { engine, publish } = await opened()
      await publish('a')
      const [one, two, early] = [
        consumer(engine, ns, { group: '' }),
        consumer(engine, ns, { group: '' }),
        consumer(engine, ns, { group: '', offsetS: 1 }),
      ]
      await Promise.all([one.ready, two.ready, early.ready])
      await publish('b', 'c')
      expect(await one.take(2)).toEqual(['b', 'c'])
      expect(await two.take(2)).toEqual(['b', 'c'])
      expect(await early.take(3)).toEqual(['a', 'b', 'c'])
    })

    test('an acknowledgement may come by way of another process; one for nothing is 404', async () => {
      const { engine, open, publish } = await opened()
      const other = await open()
      const one = consumer(engine, ns)
      await one.ready
      await publish('a')
      const { id } = await one.next()
      const of = { topic: 'orders', group: 'billing', success: true }
      for (const wrong of [{ id: 'event_none' }, { group: 'mailing' }, { topic: 'other' }])
        await expect(other.ack(ns, { ...of, id, ...wrong })).rejects.toMatchObject({ status: 404 })
      await expect(other.ack('acme2', { ...of, id })).rejects.toMatchObject({ status: 404 })
      await other.ack(ns, { ...of, id })
      await expect(engine.ack(ns, { ...of, id })).rejects.toMatchObject({ status: 404 })
    })

    test('topics, groups and namespaces are literal and separate', async () => {
      const { engine } = await opened()
      const topics = ['a', 'a.b', 'a.>', 'a.*', '*', '>', 'a b', 'ä/β', 'A', '_', '_61', '$JS.API.>', 'a%2e']
      const consumers = topics.map((topic) => consumer(engine, ns, { topic, group: topic }))
      const foreign = consumer(engine, 'acme2', { topic: 'a', group: 'a' })
      await Promise.all([foreign, ...consumers].map(({ ready }) => ready))
      for (const topic of topics) await engine.publish(ns, { topic, metadata: {}, payload: Buffer.from(topic) })
      await engine.publish('acme2', { topic: 'a', metadata: {}, payload: Buffer.from('foreign') })
      for (const [index, topic] of topics.entries()) expect(await consumers[index]!.take(1)).toEqual([topic])
      expect(await foreign.take(1)).toEqual(['foreign'])
      for (const topic of topics) {
        const written = await engine.read(ns, topic, { limit: 10, offset: 0 })
        expect(written.map(text)).toEqual([topic])
      }
    })

    test('events are read page by page, oldest first, also without a group', async () => {
      const { engine, publish } = await opened()
      expect(await engine.read(ns, 'orders', { limit: 10, offset: 0 })).toEqual([])
      await publish('a', 'b', 'c', 'd', 'e')
      const page = async (limit: number, offset: number) =>
        (await engine.read(ns, 'orders', { limit, offset })).map(text)
      expect(await page(2, 0)).toEqual(['a', 'b'])
      expect(await page(2, 3)).toEqual(['d', 'e'])
      expect(await page(10, 4)).toEqual(['e'])
      expect(await page(10, 5)).toEqual([])
      expect(await page(10, 500)).toEqual([])
      expect(await engine.read('acme2', 'orders', { limit: 10, offset: 0 })).toEqual([])
    })

    test('a page of large events ends before it becomes too large for one answer', async () => {
      const { engine, publish } = await opened()
      await publish(...Array.from({ length: 5 }, (_, index) => String(index).repeat(1024 * 1024)))
      const first = await engine.read(ns, 'orders', { limit: 10, offset: 0 })
      expect(first.map((event) => text(event)[0])).toEqual(['0', '1'])
      const rest = await engine.read(ns, 'orders', { limit: 10, offset: 2 })
      expect(rest.map((event) => text(event)[0])).toEqual(['2', '3'])
    })

    test('a written event can be read until it expires, reaches no consumer, and has its own id', async () => {
      const { clock, engine, publish } = await opened()
      const one = consumer(engine, ns)
      await one.ready
      const written = {
        id: 'my id.>',
        topic: 'orders',
        metadata: { a: 'b' },
        payload: new Uint8Array([1]),
        timestampS: 5,
      }
      await engine.write(ns, written, 60)
      await expect(engine.write(ns, written, 60)).rejects.toMatchObject({ status: 409, id: 'events.store.write' })
      await engine.write(ns, { ...written, topic: 'other' }, undefined)
      await publish('a')
      expect(await one.take(1)).toEqual(['a'])
      const read = async () => (await engine.read(ns, 'orders', { limit: 10, offset: 0 })).map(({ id }) => id)
      expect((await engine.read(ns, 'orders', { limit: 1, offset: 0 }))[0]).toEqual(written)
      clock.advance(60_000)
      expect(await read()).not.toContain('my id.>')
      expect(await read()).toHaveLength(1)
      expect(await engine.read(ns, 'other', { limit: 10, offset: 0 })).toHaveLength(1)
      await engine.write(ns, { ...written, timestampS: 6 }, 60)
      expect(await read()).toContain('my id.>')
    })

    test('a consumer ends with its signal, and all of them with the engine', async () => {
      const { engine } = await opened()
      const leaving = new AbortController()
      const options = { topic: 'orders', group: 'g', autoAck: false, ackWaitMs, retryLimit: 0 }
      const one = engine.consume(ns, options, leaving.signal)[Symbol.asyncIterator]()
      const others = [options, { ...options, group: undefined } as unknown as ConsumeOptions].map((each) =>
        engine.consume(ns, each, new AbortController().signal)[Symbol.asyncIterator]().next(),
      )
      const last = one.next()
      leaving.abort()
      expect((await last).done).toBe(true)
      await engine.close()
      expect((await Promise.all(others)).map(({ done }) => done)).toEqual([true, true])
    })
  })
}

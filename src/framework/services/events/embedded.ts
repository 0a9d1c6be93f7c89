import type { Clock } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import { createSerialByKey } from '#runtime/base/serial.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { RpcError } from '../../kernel/errors.ts'
import { bellsFor } from './bells.ts'
import { eventBounds } from './bounds.ts'
import { acknowledge, type Claimed, claim, ensureGroup, type Group, giveBack, hasWork, settle } from './claims.ts'
import { createPublisher } from './publishing.ts'
import {
  addEvents,
  eventsAfter,
  hasEvent,
  hasEventsAfter,
  type KeptEvent,
  lastSeqOf,
  type Place,
  readEvents,
  seqBefore,
} from './rows.ts'
import type { ConsumeOptions, Consumption, Events, StreamEvent } from './types.ts'

const pollEveryMs = 500

/** Events that somebody has to look after. */
export interface KeptEvents extends Events {
  /**
   * Wakes consumers for whom there is something new, also what other processes published and what was not acknowledged
   * in time. It is done again and again while anybody consumes; tests do it when they want it.
   */
  poll(): Promise<void>
  /** Forgets events and groups whose time is over. Resolves with how many. */
  purge(): Promise<number>
}

/** What is told of an event that is not delivered any more although nobody acknowledged it. */
export interface GivenUp {
  readonly namespace: string
  readonly topic: string
  readonly group: string
  readonly id: string
  /** How often it was delivered. */
  readonly attempts: number
}

export interface EventsOptions {
  readonly clock: Clock
  readonly log: StoreLog
  /** For how long published events are kept. */
  readonly retentionMs: number
  /** Told of each event that is given up, after it was logged. */
  onGivenUp?(event: GivenUp): void
}

type Check = () => Promise<boolean>

/** Event streaming in the database: events, groups and what they have not acknowledged survive a restart. */
export function embeddedEvents(options: EventsOptions & { readonly store: Store }): KeptEvents {
  const { store, clock, log, retentionMs } = options
  const publisher = createPublisher(store)
  const groups = bellsFor<Check>()
  const topics = bellsFor<Check>()
  /** Of consumers of one group that take at the same time PostgreSQL lets one through: some would get nothing for long. */
  const serial = createSerialByKey()
  const closing = new AbortController()
  const running = steps()
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined

  const topicKey = ({ namespace, topic }: Place) => JSON.stringify([namespace, topic])
  const groupKey = ({ namespace, topic, group }: Group) => JSON.stringify([namespace, topic, group])

  /** Those that have consumers in this process: they are in use, however long no event has come. */
  function consumedGroups(): Group[] {
    return groups.keys().map((key) => {
      const [namespace, topic, group] = JSON.parse(key) as [string, string, string]
      return { namespace, topic, group }
    })
  }

  /** Of each key one who waits is asked, because what one can take all can; of a topic each stands elsewhere. */
  async function check(): Promise<void> {
    for (const [key, [first]] of groups.waiting()) if (await first?.()) groups.ring(key)
    for (const [key, checks] of topics.waiting()) {
      for (const each of checks) {
        if (!(await each())) continue
        topics.ring(key)
        break
      }
    }
  }

  const poll = (): Promise<void> => {
    polling ??= check().finally(() => {
      polling = undefined
    })
    return polling
  }

  function pollSoon(): void {
    poll().catch((error: unknown) => log.warn({ err: error }, 'consumers of events could not be told of new ones'))
  }

  function wakeTopic(place: Place): void {
    topics.ring(topicKey(place))
    const prefix = topicKey(place).slice(0, -1)
    for (const key of groups.waiting().keys()) if (key.startsWith(`${prefix},`)) groups.ring(key)
  }

  function tellGivenUp(group: Group, givenUp: Claimed['givenUp']): void {
    for (const { id, attempts } of givenUp) {
      const event = { ...group, id, attempts }
      log.warn({ event }, 'an event was never acknowledged and is not delivered any more')
      options.onGivenUp?.(event)
    }
  }

  async function* ofGroup(group: Group, { autoAck, ackWaitMs, retryLimit }: ConsumeOptions, signal: AbortSignal) {
    const consumer = newId('consumer')
    const bell = groups.join(groupKey(group), () => hasWork(store, group, clock.now()))
    let batch: KeptEvent[] = []
    const arrived: KeptEvent[] = []
    try {
      while (!signal.aborted) {
        const seen = bell.rung()
        const { events, givenUp } = await serial.run(groupKey(group), () =>
          store.write(async (tx) => {
            if (arrived.length > 0) await settle(tx, group, consumer, arrived)
            const members = groups.members(groupKey(group))
            return claim(tx, group, { consumer, now: clock.now(), ackWaitMs, retryLimit, members })
          }),
        )
        arrived.length = 0
        tellGivenUp(group, givenUp)
        batch = [...events]
        if (batch.length === 0 && givenUp.length === 0) await bell.wait(seen, signal)
        while (batch.length > 0 && !signal.aborted) {
          const next = batch.shift()!
          if (autoAck) arrived.push(next)
          yield next.event
        }
      }
    } finally {
      bell.leave()
      if (arrived.length + batch.length > 0) {
        await store.write(async (tx) => {
          if (arrived.length > 0) await settle(tx, group, consumer, arrived)
          if (batch.length > 0) await giveBack(tx, group, consumer, batch)
        })
      }
      // What this consumer did not take is there for the others, who have less to share it with.
      groups.ring(groupKey(group))
    }
  }

  async function* ofTopic(place: Place, begin: number, signal: AbortSignal) {
    let position = begin
    const bell = topics.join(topicKey(place), () => hasEventsAfter(store, place, position, clock.now()))
    try {
      while (!signal.aborted) {
        const seen = bell.rung()
        const events = await eventsAfter(store, place, position, clock.now(), eventBounds.batch)
        if (events.length === 0) await bell.wait(seen, signal)
        for (const { seq, event } of events) {
          if (signal.aborted) return
          position = seq
          yield event
        }
      }
    } finally {
      bell.leave()
    }
  }

  function consume(namespace: string, consumeOptions: ConsumeOptions, signal: AbortSignal): Consumption {
    const { topic, group, offsetS } = consumeOptions
    const place = { namespace, topic }
    const ended = AbortSignal.any([signal, closing.signal])
    const offsetMs = offsetS === undefined ? undefined : offsetS * 1000
    timer ??= setInterval(pollSoon, pollEveryMs).unref()
    if (group !== undefined) {
      const of = { ...place, group }
      const ready = store.write((tx) => ensureGroup(tx, of, offsetMs, clock.now()))
      return consumption(ready, () => running.tracked(ofGroup(of, consumeOptions, ended)))
    }
    const begin = offsetMs === undefined ? lastSeqOf(store, place) : seqBefore(store, place, offsetMs)
    return consumption(begin, (after) => running.tracked(ofTopic(place, after, ended)))
  }

  return {
    async publish(namespace, { topic, metadata, payload, timestampS }) {
      const now = clock.now()
      const event = { id: newId('event'), topic, metadata, payload, timestampS: timestampS ?? Math.floor(now / 1000) }
      const place = { namespace, topic }
      await publisher.add(place, { event, isStreamed: true, createdAtMs: now, expiresAtMs: now + retentionMs })
      wakeTopic(place)
      return event
    },
    consume,
    async ack(namespace, { topic, group, id, success }) {
      const of = { namespace, topic, group }
      const isNoted = await store.write((tx) => acknowledge(tx, of, id, success))
      if (!isNoted) throw noDelivery({ topic, group, id })
      groups.ring(groupKey(of))
    },
    read: (namespace, topic, page) => readEvents(store, { namespace, topic }, clock.now(), page),
    async write(namespace, event, ttlS) {
      const now = clock.now()
      const place = { namespace, topic: event.topic }
      const expiresAtMs = now + (ttlS === undefined ? retentionMs : ttlS * 1000)
      await store.write(async (tx) => {
        if (await hasEvent(tx, place, event.id, now)) throw idTaken(event)
        await addEvents(tx, place, [{ event, isStreamed: false, createdAtMs: now, expiresAtMs }])
      })
    },
    poll,
    async purge() {
      const now = clock.now()
      for (const { namespace, topic, group } of consumedGroups())
        await store.run(store.sql('event_groups').where({ namespace, topic, name: group }).update({ used_at: now }))
      const { changes } = await store.run(store.sql('events').where('expires_at', '<=', now).delete())
      const unused = store.sql('event_groups').where('used_at', '<=', now - eventBounds.groupIdleMs)
      return changes + (await store.run(unused.delete())).changes
    },
    async close() {
      clearInterval(timer)
      closing.abort()
      await Promise.allSettled([running.settled(), polling])
    },
  }
}

/** The steps of consumers, so that an engine does not close in the middle of one. */
export interface Steps {
  tracked(events: AsyncGenerator<StreamEvent, void>): AsyncIterable<StreamEvent>
  /** Resolves when no consumer waits for anything; one that is not asked for more holds up nothing. */
  settled(): Promise<unknown>
}

export function steps(): Steps {
  const running = new Set<Promise<unknown>>()
  const during = <T>(step: Promise<T>): Promise<T> => {
    running.add(step)
    const done = () => running.delete(step)
    step.then(done, done)
    return step
  }
  return {
    tracked: (events) => ({
      [Symbol.asyncIterator]: () => ({
        next: () => during(events.next()),
        return: () => during(events.return()),
      }),
    }),
    settled: () => Promise.allSettled(running),
  }
}

/** Nothing is given before `ready`; what that rejects with, iterating throws. */
export function consumption<T>(begun: Promise<T>, read: (value: T) => AsyncIterable<StreamEvent>): Consumption {
  const ready = begun.then(() => undefined)
  ready.catch(() => undefined)
  return {
    ready,
    async *[Symbol.asyncIterator]() {
      yield* read(await begun)
    },
  }
}

export function noDelivery({ topic, group, id }: { topic: string; group: string; id: string }): RpcError {
  return new RpcError(
    'not_found',
    'events.stream.ack',
    `The group "${group}" waits for no acknowledgement of the event "${id}" of the topic "${topic}": it was acknowledged or given up, or it is another group's.`,
  )
}

export function idTaken({ id, topic }: StreamEvent): RpcError {
  return new RpcError(
    'conflict',
    'events.store.write',
    `The topic "${topic}" has an event with the id "${id}" already.`,
  )
}

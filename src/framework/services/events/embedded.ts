import { setImmediate as nextTurn } from 'node:timers/promises'
import { earliest } from '#runtime/base/clock.ts'
import { newId } from '#runtime/base/ids.ts'
import { createNotifier } from '#runtime/base/notifier.ts'
import { singleFlight } from '#runtime/base/once.ts'
import { createSerialByKey } from '#runtime/base/serial.ts'
import type { Store } from '#runtime/store/types.ts'
import { eventBounds } from './bounds.ts'
import {
  acknowledge,
  type Claimed,
  claim,
  ensureGroup,
  type Group,
  hasWork,
  nextDelivery,
  release,
  settle,
} from './claims.ts'
import { ConsumerSteps, createConsumption } from './consumption.ts'
import {
  addEvents,
  eventsAfter,
  hasEvent,
  hasEventsAfter,
  type Insertion,
  lastSeqOf,
  type Place,
  readEvents,
  type StoredEvent,
  seqBefore,
} from './rows.ts'
import {
  type Acknowledgement,
  type ConsumeOptions,
  type Consumption,
  type Events,
  type EventsOptions,
  idTaken,
  type NewEvent,
  noDelivery,
  reportGivenUp,
  type StreamEvent,
} from './types.ts'

const pollEveryMs = 500

type EmbeddedOptions = EventsOptions & { readonly store: Store }
type Check = () => Promise<boolean>

const topicKey = ({ namespace, topic }: Place): string => JSON.stringify([namespace, topic])
const groupKey = ({ namespace, topic, group }: Group): string => JSON.stringify([namespace, topic, group])

function groupOf(key: string): Group {
  const [namespace, topic, group] = JSON.parse(key) as [string, string, string]
  return { namespace, topic, group }
}

/** Event streaming in the database: events, groups and pending acknowledgements survive a restart. */
export class EmbeddedEvents implements Events {
  readonly #options: EmbeddedOptions
  readonly #store: Store
  readonly #publisher: ReturnType<typeof createPublisher>
  readonly #groups = createNotifier<Check>()
  readonly #topics = createNotifier<Check>()
  /** Of several consumers that claim at the same time, PostgreSQL lets one through: some would get nothing for long. */
  readonly #claims = createSerialByKey()
  readonly #closing = new AbortController()
  readonly #steps = new ConsumerSteps()
  readonly #check = singleFlight(() => this.#wakeReady())
  #timer: NodeJS.Timeout | undefined

  constructor(options: EmbeddedOptions) {
    this.#options = options
    this.#store = options.store
    this.#publisher = createPublisher(options.store)
  }

  async publish(namespace: string, { topic, metadata, payload, timestampS }: NewEvent): Promise<StreamEvent> {
    const now = this.#now()
    const event = { id: newId('event'), topic, metadata, payload, timestampS: timestampS ?? Math.floor(now / 1000) }
    const place = { namespace, topic }
    const expiresAtMs = now + this.#options.retentionMs
    await this.#publisher.add(place, { event, isStreamed: true, createdAtMs: now, expiresAtMs })
    this.#wakeTopic(place)
    return event
  }

  consume(namespace: string, options: ConsumeOptions, signal: AbortSignal): Consumption {
    const { topic, group, offsetS } = options
    const place = { namespace, topic }
    const ended = AbortSignal.any([signal, this.#closing.signal])
    const offsetMs = offsetS === undefined ? undefined : offsetS * 1000
    this.#timer ??= setInterval(() => this.#pollInBackground(), pollEveryMs).unref()
    if (group !== undefined) {
      const of = { ...place, group }
      const ready = this.#store.write((tx) => ensureGroup(tx, of, offsetMs, this.#now()))
      return createConsumption(ready, () => this.#steps.track(this.#eventsOfGroup(of, options, ended)))
    }
    const begin = offsetMs === undefined ? lastSeqOf(this.#store, place) : seqBefore(this.#store, place, offsetMs)
    return createConsumption(begin, (after) => this.#steps.track(this.#eventsOfTopic(place, after, ended)))
  }

  async ack(namespace: string, { topic, group, id, success }: Acknowledgement): Promise<void> {
    const of = { namespace, topic, group }
    const isNoted = await this.#store.write((tx) => acknowledge(tx, of, id, success))
    if (!isNoted) throw noDelivery({ topic, group, id })
    this.#groups.notify(groupKey(of))
  }

  read(namespace: string, topic: string, page: { limit: number; offset: number }): Promise<StreamEvent[]> {
    return readEvents(this.#store, { namespace, topic }, this.#now(), page)
  }

  async write(namespace: string, event: StreamEvent, ttlS: number | undefined): Promise<void> {
    const now = this.#now()
    const place = { namespace, topic: event.topic }
    const expiresAtMs = now + (ttlS === undefined ? this.#options.retentionMs : ttlS * 1000)
    await this.#store.write(async (tx) => {
      if (await hasEvent(tx, place, event.id, now)) throw idTaken(event)
      await addEvents(tx, place, [{ event, isStreamed: false, createdAtMs: now, expiresAtMs }])
    })
  }

  poll(): Promise<void> {
    return this.#check()
  }

  async nextDue(): Promise<number | undefined> {
    const now = this.#now()
    const groups = this.#groups.keys().map(groupOf)
    return earliest(await Promise.all(groups.map((group) => nextDelivery(this.#store, group, now))))
  }

  async purge(): Promise<number> {
    const now = this.#now()
    const store = this.#store
    // Groups with consumers in this process are in use, even if no event has come for long.
    for (const { namespace, topic, group } of this.#groups.keys().map(groupOf))
      await store.run(store.sql('event_groups').where({ namespace, topic, name: group }).update({ used_at: now }))
    const { changes } = await store.run(store.sql('events').where('expires_at', '<=', now).delete())
    const unused = store.sql('event_groups').where('used_at', '<=', now - eventBounds.groupIdleMs)
    return changes + (await store.run(unused.delete())).changes
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#closing.abort()
    await Promise.all([this.#steps.settled(), this.#check.idle()])
  }

  #now(): number {
    return this.#options.clock.now()
  }

  /** Checks one waiting member of each group, as all can take the same; consumers without a group have their own positions. */
  async #wakeReady(): Promise<void> {
    const woken: string[] = []
    for (const [key, [first]] of this.#groups.waiting()) {
      if (!(await first?.())) continue
      this.#groups.notify(key)
      woken.push(key)
    }
    for (const [key, checks] of this.#topics.waiting()) {
      for (const check of checks) {
        if (!(await check())) continue
        this.#topics.notify(key)
        break
      }
    }
    // What was woken claims from the next turn of the event loop on.
    await nextTurn()
    await Promise.all(woken.map((key) => this.#claims.run(key, async () => undefined)))
  }

  #pollInBackground(): void {
    this.poll().catch((error: unknown) => this.#options.log.warn({ err: error }, 'event poll failed'))
  }

  #wakeTopic(place: Place): void {
    this.#topics.notify(topicKey(place))
    const prefix = `${topicKey(place).slice(0, -1)},`
    for (const key of this.#groups.waiting().keys()) if (key.startsWith(prefix)) this.#groups.notify(key)
  }

  async *#eventsOfGroup(group: Group, options: ConsumeOptions, signal: AbortSignal): AsyncGenerator<StreamEvent, void> {
    const consumer = newId('consumer')
    const key = groupKey(group)
    const waiter = this.#groups.join(key, () => hasWork(this.#store, group, this.#now()))
    let batch: StoredEvent[] = []
    const taken: StoredEvent[] = []
    try {
      while (!signal.aborted) {
        const seen = waiter.count()
        const { events, givenUp } = await this.#claims.run(key, () => this.#claim(group, consumer, taken, options))
        taken.length = 0
        for (const each of givenUp) reportGivenUp(this.#options, { ...group, ...each })
        batch = [...events]
        if (batch.length === 0 && givenUp.length === 0) await waiter.wait(seen, signal)
        while (batch.length > 0 && !signal.aborted) {
          const next = batch.shift()!
          if (options.autoAck) taken.push(next)
          yield next.event
        }
      }
    } finally {
      waiter.leave()
      await this.#handBack(group, consumer, taken, batch)
    }
  }

  /** Settles what the consumer has taken of its last batch, and claims the next. */
  #claim(group: Group, consumer: string, taken: readonly StoredEvent[], options: ConsumeOptions): Promise<Claimed> {
    const { ackWaitMs, retryLimit } = options
    return this.#store.write(async (tx) => {
      if (taken.length > 0) await settle(tx, group, consumer, taken)
      const members = this.#groups.memberCount(groupKey(group))
      return claim(tx, group, { consumer, now: this.#now(), ackWaitMs, retryLimit, members })
    })
  }

  /** Releases the events that an ending consumer did not take to the others. */
  async #handBack(
    group: Group,
    consumer: string,
    taken: readonly StoredEvent[],
    left: readonly StoredEvent[],
  ): Promise<void> {
    if (taken.length + left.length > 0) {
      await this.#store.write(async (tx) => {
        if (taken.length > 0) await settle(tx, group, consumer, taken)
        if (left.length > 0) await release(tx, group, consumer, left)
      })
    }
    this.#groups.notify(groupKey(group))
  }

  async *#eventsOfTopic(place: Place, begin: number, signal: AbortSignal): AsyncGenerator<StreamEvent, void> {
    let position = begin
    const hasMore = () => hasEventsAfter(this.#store, place, position, this.#now())
    const waiter = this.#topics.join(topicKey(place), hasMore)
    try {
      while (!signal.aborted) {
        const seen = waiter.count()
        const events = await eventsAfter(this.#store, place, position, this.#now(), eventBounds.batch)
        if (events.length === 0) await waiter.wait(seen, signal)
        for (const { seq, event } of events) {
          if (signal.aborted) return
          position = seq
          yield event
        }
      }
    } finally {
      waiter.leave()
    }
  }
}

const maxInsertions = 64
const maxBytes = 4 * 1024 * 1024

interface Pending {
  readonly insertion: Insertion
  resolve(): void
  reject(error: unknown): void
}

/**
 * Events of one topic that are published at the same time are stored in one transaction: each changes the topic's row,
 * so separate transactions would wait for each other.
 */
function createPublisher(store: Store) {
  const queues = new Map<string, Pending[]>()

  async function work(key: string, place: Place, queue: Pending[]): Promise<void> {
    while (queue.length > 0) {
      const batch: Pending[] = []
      let bytes = 0
      while (queue.length > 0 && batch.length < maxInsertions && bytes < maxBytes) {
        const next = queue.shift()!
        bytes += next.insertion.event.payload.byteLength
        batch.push(next)
      }
      try {
        const insertions = batch.map(({ insertion }) => insertion)
        await store.write((tx) => addEvents(tx, place, insertions))
        for (const each of batch) each.resolve()
      } catch (error) {
        for (const each of batch) each.reject(error)
      }
    }
    queues.delete(key)
  }

  return {
    /** Resolves once the event is stored. */
    add(place: Place, insertion: Insertion): Promise<void> {
      return new Promise((resolve, reject) => {
        const key = JSON.stringify([place.namespace, place.topic])
        const pending = { insertion, resolve, reject }
        const queue = queues.get(key)
        if (queue) {
          queue.push(pending)
          return
        }
        const started = [pending]
        queues.set(key, started)
        void work(key, place, started)
      })
    },
  }
}

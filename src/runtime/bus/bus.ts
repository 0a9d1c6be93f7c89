import { randomUUID } from 'node:crypto'
import type { Registry } from 'prom-client'
import type { Clock } from '../base/clock.ts'
import { Coalesced } from '../base/coalesced.ts'
import type { Log } from '../base/log.ts'
import type { Topic } from '../base/topic.ts'
import { Leases } from '../store/leases.ts'
import { StoreClosedError } from '../store/store-errors.ts'
import type { Store, Writer } from '../store/types.ts'
import { createBusMetrics } from './bus-metrics.ts'
import { Delivery } from './delivery.ts'
import { createPublisher, type PublishOptions } from './publisher.ts'
import { purgeEvents } from './retention.ts'
import * as rows from './rows.ts'
import { givePositions } from './sequence.ts'
import type { Subscriber } from './subscriber.ts'

const usualPollMs = 500
/** Longer than a transaction may take, so that no delivery outlives its lease. */
const leaseMs = 45_000
const waitStepMs = 20
const dayMs = 86_400_000

/** The part of the bus that handlers use. */
export interface Publisher {
  /**
   * Publishes an event in a transaction: both are committed or neither. Publish after writing the record, so that the
   * events about one record have the order of its changes. Every subscriber gets it at
   * least once, soon after the commit.
   *
   * @throws Error if the payload does not match the topic or is larger than `maxPayloadBytes`
   */
  publish<Payload>(tx: Writer, topic: Topic<Payload>, payload: Payload, options?: PublishOptions): Promise<void>
  /**
   * Waits until a subscriber has received everything committed so far, for a caller that reads what was just published.
   *
   * @returns whether it has; false after `timeoutMs`, and for a subscriber that this server does not have
   */
  reached(listener: string, timeoutMs?: number): Promise<boolean>
}

export interface BusOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Registry
  /** Counts leases; see `Leases`. */
  readonly leases?: Leases
  /** How often to look for what this process has not announced: events of others, and retries that are due. */
  readonly pollMs?: number | undefined
}

/**
 * Carries events from one part of the product to others. They are written in the transaction of the record and
 * delivered to each named subscriber by only one process, so nothing is lost when a process is killed. Events with the same
 * key are delivered in the order of their commits, even after retries; those with different keys do not wait for
 * each other.
 */
export class Bus {
  readonly #store: Store
  readonly #clock: Clock
  readonly #publisher: ReturnType<typeof createPublisher>
  readonly #log: Log
  readonly #pollMs: number
  readonly #leases: Leases
  readonly #holder = randomUUID()
  readonly #metrics: ReturnType<typeof createBusMetrics>
  readonly #stopping = new AbortController()
  #deliveries: readonly Delivery[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #running = new Coalesced(() => this.#run())
  /** False once registering has failed. */
  #isRegistered: boolean | undefined

  constructor(options: BusOptions) {
    const { store, clock, log, metrics, leases = new Leases({ ttlMs: leaseMs }), pollMs = usualPollMs } = options
    this.#pollMs = pollMs
    this.#store = store
    this.#clock = clock
    this.#publisher = createPublisher({ clock })
    this.#log = log
    this.#leases = leases
    this.#metrics = createBusMetrics(metrics, store, () => this.#deliveries)
  }

  async publish<Payload>(tx: Writer, topic: Topic<Payload>, payload: Payload, options?: PublishOptions): Promise<void> {
    await this.#publisher.publish(tx, topic, payload, options)
    tx.afterCommit(() => this.#wake())
  }

  /** Starts delivering. Each subscriber continues where it stopped; a new one gets all stored events. */
  async start(listeners: readonly Subscriber[]): Promise<void> {
    const names = listeners.map(({ name }) => name)
    const twice = names.find((name, index) => names.indexOf(name) < index)
    if (twice !== undefined) throw new Error(`Two subscribers are named "${twice}".`)
    const common = {
      store: this.#store,
      clock: this.#clock,
      log: this.#log,
      leases: this.#leases,
      holder: this.#holder,
    }
    this.#deliveries = listeners.map(
      (listener) => new Delivery({ ...common, listener, count: this.#metrics.counterOf(listener.name) }),
    )
    await this.#register()
    this.#timer = setInterval(() => this.#wake(), this.#pollMs).unref()
    this.#wake()
  }

  /**
   * Registers the subscribers, once a day. A database that is temporarily read-only must not keep the server from
   * starting: registration is then retried with the next deliveries.
   */
  async #register(): Promise<void> {
    const now = this.#clock.now()
    try {
      const known = await this.#store.all<{ name: string; topics: string }>(rows.seenListeners({ after: now - dayMs }))
      const topicsOf = new Map(known.map(({ name, topics }) => [name, topics]))
      const missing = this.#deliveries
        .map(({ name, topics }) => ({ name, topics: JSON.stringify(topics), now }))
        .filter(({ name, topics }) => topicsOf.get(name) !== topics)
      if (missing.length > 0) {
        await this.#store.write(async (tx) => {
          for (const each of missing) await tx.run(rows.registerListener(each))
        })
      }
      this.#isRegistered = true
    } catch (error) {
      if (this.#isRegistered !== undefined) return
      this.#isRegistered = false
      this.#log.warn({ err: error }, 'subscribers not registered, will be retried')
    }
  }

  #wake(): void {
    void this.settle()
  }

  /** Delivers what is due now. Resolves when nothing more can be delivered for now. */
  async settle(): Promise<void> {
    await this.#running.run()
    // What a subscriber published needs another run.
    await this.#running.idle()
  }

  /** When the next retry is due, in epoch milliseconds; undefined without one. */
  async nextRetry(): Promise<number | undefined> {
    const row = await this.#store.get<{ due: number | string | null }>(rows.nextRetry({ now: this.#clock.now() }))
    return row?.due == null ? undefined : Number(row.due)
  }

  async #run(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    if (!this.#isRegistered) await this.#register()
    const busy = await this.#withWork()
    await Promise.all(busy.map((delivery) => this.#deliver(delivery)))
  }

  /** Subscribers that may have something to do, found with one statement for any number of them: usually none has. */
  async #withWork(): Promise<Delivery[]> {
    try {
      let states = await this.#states()
      if (states.some(({ is_pending }) => is_pending)) {
        await this.#giveAllPositions()
        states = await this.#states()
      }
      const stateOf = new Map(states.map((state) => [state.name, state]))
      return this.#deliveries.filter((delivery) => {
        const state = stateOf.get(delivery.name)
        return state && (state.is_due || delivery.mayHaveNews(Number(state.position), Number(state.last)))
      })
    } catch (error) {
      if (!(error instanceof StoreClosedError)) this.#log.warn({ err: error }, 'could not check for events')
      return []
    }
  }

  #states(): Promise<rows.ListenerState[]> {
    return this.#store.all(rows.listenerStates({ now: this.#clock.now() }))
  }

  async #giveAllPositions(): Promise<void> {
    try {
      while (await givePositions(this.#store)) if (this.#stopping.signal.aborted) return
    } catch (error) {
      this.#log.warn({ err: error }, 'could not order events')
    }
  }

  async #deliver(delivery: Delivery): Promise<void> {
    try {
      await delivery.run(this.#stopping.signal)
    } catch (error) {
      this.#log.warn({ err: error, listener: delivery.name }, 'events not delivered')
    }
  }

  async reached(listener: string, timeoutMs = 2000): Promise<boolean> {
    const delivery = this.#deliveries.find(({ name }) => name === listener)
    if (!delivery) return false
    const { topics } = delivery
    const newest = await this.#store.get<{ id: number | string | null }>(
      this.#store.sql('bus_announcements').max({ id: 'id' }),
    )
    const upTo = Number(newest?.id ?? 0)
    const end = performance.now() + timeoutMs
    for (;;) {
      const left = await this.#store.get(rows.undelivered(this.#store.sql, { listener, topics, upTo }))
      if (!left) return true
      if (performance.now() >= end || this.#stopping.signal.aborted) return false
      this.#wake()
      await new Promise((resolve) => setTimeout(resolve, waitStepMs))
    }
  }

  /** Deletes, in batches, events that all subscribers received some days ago. */
  async purge(signal: AbortSignal): Promise<void> {
    await this.#register()
    for (const delivery of this.#deliveries) await delivery.noteSkipped()
    await purgeEvents({ store: this.#store, clock: this.#clock, log: this.#log, metrics: this.#metrics, signal })
  }

  /** Ends after the deliveries in progress, and lets other processes take over. */
  async close(): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#timer)
    await this.#running.idle()
    await this.#store.run(rows.releaseLeases({ holder: this.#holder })).catch((error: unknown) => {
      this.#log.warn({ err: error }, 'could not release subscriber leases')
    })
  }
}

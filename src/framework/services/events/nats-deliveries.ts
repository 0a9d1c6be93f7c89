import type { JsMsg } from '@nats-io/jetstream'
import type { Msg, Subscription } from '@nats-io/transport-node'
import type { Nats } from '../nats/jetstream.ts'
import type { Acknowledgement } from './types.ts'

/** How long an acknowledgement that comes too late is still passed on. */
const graceMs = 60_000
/** What JetStream expects as an acknowledgement, and as its opposite. */
const positive = '+ACK'
const negative = '-NAK'
/** How long other processes may take to respond whether they have the event. */
const askMs = 2000
const askQuietMs = 200

/** Where a message is acknowledged. */
export function acknowledgeAt(message: JsMsg): string {
  return (message as JsMsg & { readonly reply: string }).reply
}

interface Held {
  /** Where the event is acknowledged; the event itself is not kept in memory. */
  readonly acknowledgeAt: string
  readonly consumer: string
  /** On the computer's clock, by which JetStream counts. */
  readonly dueMs: number
}

type DeliveryKey = Pick<Acknowledgement, 'topic' | 'group' | 'id'>

/** Events that consumers in this process have received and not acknowledged. */
export class Deliveries {
  readonly #nats: Nats
  readonly #subject: string
  readonly #onAcknowledged: (consumer: string) => void
  /** In the order of delivery. */
  readonly #held = new Map<string, Held>()
  readonly #byConsumer = new Map<string, Map<string, Held>>()
  readonly #subscription: Subscription

  /** @param onAcknowledged called with the consumer whose event it was */
  constructor(nats: Nats, prefix: string, onAcknowledged: (consumer: string) => void) {
    this.#nats = nats
    this.#subject = `${prefix}.acknowledge`
    this.#onAcknowledged = onAcknowledged
    this.#subscription = nats.connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (!error) this.#answer(message)
      },
    })
  }

  add(of: DeliveryKey, namespace: string, entry: Held): void {
    this.#forgetOld(Date.now())
    const key = keyOf(namespace, of)
    this.#remove(key)
    this.#held.set(key, entry)
    const mine = this.#byConsumer.get(entry.consumer) ?? new Map<string, Held>()
    this.#byConsumer.set(entry.consumer, mine.set(key, entry))
  }

  /**
   * How many events the consumer has not acknowledged, and when the first of them is delivered again to any consumer.
   */
  unacknowledgedBy(consumer: string): { count: number; firstDueMs: number } {
    const now = Date.now()
    let count = 0
    let firstDueMs = Number.POSITIVE_INFINITY
    for (const { dueMs } of this.#byConsumer.get(consumer)?.values() ?? []) {
      if (dueMs <= now) continue
      count++
      firstDueMs = Math.min(firstDueMs, dueMs)
    }
    return { count, firstDueMs }
  }

  /** @returns false where no process waits for that acknowledgement */
  async acknowledge(namespace: string, acknowledgement: Acknowledgement): Promise<boolean> {
    const key = keyOf(namespace, acknowledgement)
    const { success } = acknowledgement
    if (await this.#acknowledgeHere(key, success)) return true
    const request = JSON.stringify({ key, success })
    const strategy = { strategy: 'stall' as const, maxWait: askMs, stall: askQuietMs }
    for await (const answer of await this.#nats.connection.requestMany(this.#subject, request, strategy))
      if (answer.string() === 'yes') return true
    return false
  }

  close(): void {
    if (!this.#nats.connection.isClosed()) this.#subscription.unsubscribe()
    this.#held.clear()
    this.#byConsumer.clear()
  }

  /** Another process requests an acknowledgement. */
  #answer(message: Msg): void {
    const { key, success } = message.json<{ key: string; success: boolean }>()
    this.#acknowledgeHere(key, success).then(
      (isDone) => message.respond(isDone ? 'yes' : 'no'),
      () => message.respond('no'),
    )
  }

  async #acknowledgeHere(key: string, success: boolean): Promise<boolean> {
    const found = this.#held.get(key)
    if (!found) return false
    const { connection } = this.#nats
    if (success) await connection.request(found.acknowledgeAt, positive, { timeout: askMs })
    else connection.publish(found.acknowledgeAt, negative)
    // Another delivery of the event may have replaced it meanwhile.
    if (this.#held.get(key) === found) this.#remove(key)
    this.#onAcknowledged(found.consumer)
    return true
  }

  #remove(key: string): void {
    const found = this.#held.get(key)
    if (!found) return
    this.#held.delete(key)
    const mine = this.#byConsumer.get(found.consumer)
    mine?.delete(key)
    if (mine?.size === 0) this.#byConsumer.delete(found.consumer)
  }

  /** The oldest ones are the least likely to be acknowledged. */
  #forgetOld(now: number): void {
    for (const [key, { dueMs }] of this.#held) {
      if (dueMs + graceMs > now) return
      this.#remove(key)
    }
  }
}

function keyOf(namespace: string, { topic, group, id }: DeliveryKey): string {
  return JSON.stringify([namespace, topic, group, id])
}

import type { JsMsg } from '@nats-io/jetstream'
import type { Nats } from '../nats/connection.ts'
import type { Acknowledgement } from './types.ts'

/** How long an acknowledgement that comes too late is still passed on. */
const graceMs = 60_000
/** What JetStream takes for an acknowledgement, and for its contrary. */
const positive = '+ACK'
const negative = '-NAK'
/** How long other processes get to say whether they have the event. */
const askMs = 2000
const askQuietMs = 200

/** Where a message is acknowledged. */
export function acknowledgeAt(message: JsMsg): string {
  return (message as JsMsg & { readonly reply: string }).reply
}

interface Held {
  /** Where the event is acknowledged; the event itself is not held on to. */
  readonly acknowledgeAt: string
  readonly consumer: string
  /** On the computer's clock, by which JetStream counts. */
  readonly dueMs: number
}

/** Events that consumers in this process were given and have not acknowledged. */
export interface Deliveries {
  add(of: Pick<Acknowledgement, 'topic' | 'group' | 'id'>, namespace: string, held: Held): void
  /** How many the consumer holds, and when the first of them is delivered again to whoever asks. */
  heldBy(consumer: string): { count: number; firstDueMs: number }
  /** @returns false where no process waits for that acknowledgement */
  acknowledge(namespace: string, acknowledgement: Acknowledgement): Promise<boolean>
  close(): void
}

/**
 * @param onAcknowledged called with the consumer whose event it was
 */
export function createDeliveries(nats: Nats, prefix: string, onAcknowledged: (consumer: string) => void): Deliveries {
  const held = new Map<string, Held>()
  const byConsumer = new Map<string, Map<string, Held>>()
  const subject = `${prefix}.acknowledge`

  const keyOf = (namespace: string, { topic, group, id }: Pick<Acknowledgement, 'topic' | 'group' | 'id'>) =>
    JSON.stringify([namespace, topic, group, id])

  function remove(key: string): Held | undefined {
    const found = held.get(key)
    if (!found) return undefined
    held.delete(key)
    const mine = byConsumer.get(found.consumer)
    mine?.delete(key)
    if (mine?.size === 0) byConsumer.delete(found.consumer)
    return found
  }

  /** Entries stand in the order in which they were given; those that nobody acknowledges any more are at the front. */
  function forgetOld(now: number): void {
    for (const [key, { dueMs }] of held) {
      if (dueMs + graceMs > now) return
      remove(key)
    }
  }

  async function acknowledgeHere(key: string, success: boolean): Promise<boolean> {
    const found = held.get(key)
    if (!found) return false
    if (success) await nats.connection.request(found.acknowledgeAt, positive, { timeout: askMs })
    else nats.connection.publish(found.acknowledgeAt, negative)
    // Another delivery of the event may have taken its place meanwhile.
    if (held.get(key) === found) remove(key)
    onAcknowledged(found.consumer)
    return true
  }

  const subscription = nats.connection.subscribe(subject, {
    callback(error, message) {
      if (error) return
      const { key, success } = message.json<{ key: string; success: boolean }>()
      acknowledgeHere(key, success).then(
        (isDone) => message.respond(isDone ? 'yes' : 'no'),
        () => message.respond('no'),
      )
    },
  })

  return {
    add(of, namespace, entry) {
      forgetOld(Date.now())
      const key = keyOf(namespace, of)
      remove(key)
      held.set(key, entry)
      const mine = byConsumer.get(entry.consumer) ?? new Map<string, Held>()
      byConsumer.set(entry.consumer, mine.set(key, entry))
    },
    heldBy(consumer) {
      const now = Date.now()
      let count = 0
      let firstDueMs = Number.POSITIVE_INFINITY
      for (const { dueMs } of byConsumer.get(consumer)?.values() ?? []) {
        if (dueMs <= now) continue
        count++
        firstDueMs = Math.min(firstDueMs, dueMs)
      }
      return { count, firstDueMs }
    },
    async acknowledge(namespace, acknowledgement) {
      const key = keyOf(namespace, acknowledgement)
      const { success } = acknowledgement
      if (await acknowledgeHere(key, success)) return true
      const request = JSON.stringify({ key, success })
      const strategy = { strategy: 'stall' as const, maxWait: askMs, stall: askQuietMs }
      for await (const answer of await nats.connection.requestMany(subject, request, strategy))
        if (answer.string() === 'yes') return true
      return false
    },
    close() {
      if (!nats.connection.isClosed()) subscription.unsubscribe()
      held.clear()
      byConsumer.clear()
    },
  }
}

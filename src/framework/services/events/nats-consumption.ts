import { setTimeout } from 'node:timers/promises'
import type { Consumer, ConsumerInfo, ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { newId } from '#runtime/base/ids.ts'
import type { Notifier } from '#runtime/base/notifier.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import type { Nats } from '../nats/jetstream.ts'
import { eventBounds } from './bounds.ts'
import { acknowledgeAt, type Deliveries } from './nats-deliveries.ts'
import { eventOf } from './nats-stream.ts'
import type { ConsumeOptions, GivenUp, StreamEvent } from './types.ts'

const fetchTimeoutMs = 30_000
const maxFailures = 5
const failurePauseMs = 300

export interface ConsumptionOptions {
  readonly nats: Nats
  readonly namespace: string
  readonly options: ConsumeOptions
  readonly info: ConsumerInfo
  readonly deliveries: Deliveries
  /** Notified by the name of a consumer when one of its events was acknowledged. */
  readonly consumers: Notifier<undefined>
  readonly signal: AbortSignal
  onGivenUp(event: GivenUp): void
}

/** The events of one consumer, fetched in small batches as it takes them. */
export async function* consumeFrom(context: ConsumptionOptions): AsyncGenerator<StreamEvent, void> {
  const { nats, namespace, info, deliveries, consumers, signal, onGivenUp } = context
  const { topic, group, ackWaitMs, retryLimit } = context.options
  // Without a group no other consumer could get what this one missed.
  const autoAck = context.options.autoAck || group === undefined
  const self = newId('consumer')
  const waiter = consumers.join(self, undefined)
  const consumer = nats.jetstream.consumers.getConsumerFromInfo(info)
  const batch = new Batch(consumer, () => consumers.notify(self))
  let failures = 0
  try {
    while (!signal.aborted) {
      const seen = waiter.count()
      const message = batch.next()
      if (message) {
        failures = 0
        const attempts = message.info.deliveryCount
        const event = eventOf(message, topic)
        if (retryLimit > 0 && attempts > retryLimit + 1 && group !== undefined) {
          message.term()
          onGivenUp({ namespace, topic, group, id: event.id, attempts: attempts - 1 })
          continue
        }
        if (!autoAck && group !== undefined)
          deliveries.add({ topic, group, id: event.id }, namespace, {
            acknowledgeAt: acknowledgeAt(message),
            consumer: self,
            dueMs: Date.now() + ackWaitMs,
          })
        yield event
        if (autoAck) message.ack()
        continue
      }
      if (!batch.isFetching()) {
        const failure = batch.failure()
        if (failure) {
          if (++failures > maxFailures || isGone(failure)) throw cut(failure)
          await pause(failurePauseMs * failures, signal)
        }
        const { count, firstDueMs } = deliveries.unacknowledgedBy(self)
        const room = Math.min(eventBounds.batch, eventBounds.inFlight - count)
        if (room > 0) await batch.fetch(room)
        else void pause(Math.max(1, firstDueMs - Date.now()), signal).then(() => consumers.notify(self))
      }
      await waiter.wait(seen, signal)
    }
  } finally {
    waiter.leave()
    batch.end()
    if (group === undefined) await consumer.delete().catch(() => undefined)
    else if (!nats.connection.isClosed()) await nats.connection.flush().catch(() => undefined)
  }
}

/** Messages that have been fetched, or are in transit. */
class Batch {
  readonly #consumer: Consumer
  readonly #onChange: () => void
  readonly #fetched: JsMsg[] = []
  #fetching: ConsumerMessages | undefined
  #isEnded = false
  #failure: Error | undefined

  constructor(consumer: Consumer, onChange: () => void) {
    this.#consumer = consumer
    this.#onChange = onChange
  }

  next(): JsMsg | undefined {
    return this.#fetched.shift()
  }

  isFetching(): boolean {
    return this.#fetching !== undefined
  }

  /** Why the last fetch broke off; returned once. */
  failure(): Error | undefined {
    const failure = this.#failure
    this.#failure = undefined
    return failure
  }

  async fetch(count: number): Promise<void> {
    try {
      this.#fetching = await this.#consumer.fetch({ max_messages: count, expires: fetchTimeoutMs })
    } catch (error) {
      this.#failure = error as Error
      this.#onChange()
      return
    }
    if (this.#isEnded) this.#fetching.stop()
    void this.#read(this.#fetching)
  }

  /** Releases messages that were not taken. */
  end(): void {
    this.#isEnded = true
    this.#fetching?.stop()
    for (const message of this.#fetched.splice(0)) message.nak()
  }

  async #read(messages: ConsumerMessages): Promise<void> {
    try {
      for await (const message of messages) {
        if (this.#isEnded) message.nak()
        else this.#fetched.push(message)
        this.#onChange()
      }
    } catch (error) {
      this.#failure = error as Error
    } finally {
      this.#fetching = undefined
      this.#onChange()
    }
  }
}

function isGone({ message, name }: Error): boolean {
  return (
    name === 'ConsumerNotFoundError' || name === 'StreamNotFoundError' || /consumer (deleted|not found)/i.test(message)
  )
}

function cut(cause: Error): RpcError {
  const detail = 'The messaging server behind event streaming closed this consumer. Call Consume again.'
  return new RpcError('unavailable', 'events.stream.consume', detail, { cause, retryAfterS: 1 })
}

/** On the computer's clock, by which JetStream counts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await setTimeout(Math.min(ms, 2 ** 31 - 1), undefined, { signal, ref: false }).catch(() => undefined)
}

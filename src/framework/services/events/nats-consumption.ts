import type { Consumer, ConsumerInfo, ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { newId } from '#runtime/base/ids.ts'
import { RpcError } from '../../kernel/errors.ts'
import type { Nats } from '../nats/connection.ts'
import type { Bells } from './bells.ts'
import { eventBounds } from './bounds.ts'
import type { GivenUp } from './embedded.ts'
import { acknowledgeAt, type Deliveries } from './nats-deliveries.ts'
import { eventOf } from './nats-stream.ts'
import type { ConsumeOptions, StreamEvent } from './types.ts'

const fetchTimeoutMs = 30_000
const maxFailures = 5
const failurePauseMs = 300

export interface ConsumptionOptions {
  readonly nats: Nats
  readonly namespace: string
  readonly options: ConsumeOptions
  readonly info: ConsumerInfo
  readonly deliveries: Deliveries
  /** Rung with the name of a consumer when one of its events was acknowledged. */
  readonly bells: Bells<undefined>
  readonly signal: AbortSignal
  tellGivenUp(event: GivenUp): void
}

/** The events of one consumer, fetched in small batches as it takes them. */
export async function* consumeFrom(context: ConsumptionOptions): AsyncGenerator<StreamEvent, void> {
  const { nats, namespace, info, deliveries, bells, signal, tellGivenUp } = context
  const { topic, group, ackWaitMs, retryLimit } = context.options
  // Without a group there is nobody else who could have what this consumer has not got.
  const autoAck = context.options.autoAck || group === undefined
  const self = newId('consumer')
  const bell = bells.join(self, undefined)
  const consumer = nats.jetstream.consumers.getConsumerFromInfo(info)
  const batch = batchOf(consumer, () => bells.ring(self))
  let failures = 0
  try {
    while (!signal.aborted) {
      const seen = bell.rung()
      const message = batch.next()
      if (message) {
        failures = 0
        const attempts = message.info.deliveryCount
        const event = eventOf(message, topic)
        if (retryLimit > 0 && attempts > retryLimit + 1 && group !== undefined) {
          message.term()
          tellGivenUp({ namespace, topic, group, id: event.id, attempts: attempts - 1 })
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
        const { count, firstDueMs } = deliveries.heldBy(self)
        const room = Math.min(eventBounds.batch, eventBounds.inFlight - count)
        if (room > 0) await batch.fetch(room)
        else void pause(Math.max(1, firstDueMs - Date.now()), signal).then(() => bells.ring(self))
      }
      await bell.wait(seen, signal)
    }
  } finally {
    bell.leave()
    batch.end()
    if (group === undefined) await consumer.delete().catch(() => undefined)
    else if (!nats.connection.isClosed()) await nats.connection.flush().catch(() => undefined)
  }
}

/** Messages that are there, or on their way. */
interface Batch {
  next(): JsMsg | undefined
  isFetching(): boolean
  /** Why the last fetch broke off; told once. */
  failure(): Error | undefined
  fetch(count: number): Promise<void>
  /** Gives back what nobody took. */
  end(): void
}

function batchOf(consumer: Consumer, onChange: () => void): Batch {
  const there: JsMsg[] = []
  let fetching: ConsumerMessages | undefined
  let isEnded = false
  let failure: Error | undefined

  async function read(messages: ConsumerMessages): Promise<void> {
    try {
      for await (const message of messages) {
        if (isEnded) message.nak()
        else there.push(message)
        onChange()
      }
    } catch (error) {
      failure = error as Error
    } finally {
      fetching = undefined
      onChange()
    }
  }

  return {
    next: () => there.shift(),
    isFetching: () => fetching !== undefined,
    failure() {
      const told = failure
      failure = undefined
      return told
    },
    async fetch(count) {
      try {
        fetching = await consumer.fetch({ max_messages: count, expires: fetchTimeoutMs })
      } catch (error) {
        failure = error as Error
        onChange()
        return
      }
      if (isEnded) fetching.stop()
      void read(fetching)
    },
    end() {
      isEnded = true
      fetching?.stop()
      for (const message of there.splice(0)) message.nak()
    },
  }
}

function isGone({ message, name }: Error): boolean {
  return (
    name === 'ConsumerNotFoundError' || name === 'StreamNotFoundError' || /consumer (deleted|not found)/i.test(message)
  )
}

function cut(cause: Error): RpcError {
  const detail = 'The messaging server behind event streaming does not go on with this consumer: consume again.'
  return new RpcError('unavailable', 'events.stream.consume', detail, { cause, retryAfterS: 1 })
}

/** On the computer's clock, by which JetStream counts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, Math.min(ms, 2 ** 31 - 1))
    timer.unref()
    signal.addEventListener('abort', done)
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}

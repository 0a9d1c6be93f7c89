import { createHash } from 'node:crypto'
import { AckPolicy, type ConsumerInfo, DeliverPolicy, ReplayPolicy } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { encodeBase32, newId } from '#runtime/base/ids.ts'
import type { Nats } from '../nats/nats-connection.ts'
import { eventBounds } from './bounds.ts'
import type { NatsStream } from './nats-stream.ts'
import type { ConsumeOptions } from './types.ts'

/** How long JetStream keeps the consumer of a vanished client without a group. */
const loneIdleMs = 10 * 60_000
/** How long JetStream keeps a probe that was not deleted. */
const probeIdleMs = 60_000
/** Per group: far above the maximum of its consumers, so that none stalls the others. */
const inFlightOfGroup = 100_000

/** Names of JetStream consumers are short and plain: a hash represents namespace, topic and group. */
function nameOf(namespace: string, topic: string, group: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([namespace, topic, group]))
    .digest()
  return `group_${encodeBase32(hash.subarray(0, 16))}`
}

/**
 * The sequence of the first message of the stream since a time, or of the next one to come. A consumer that begins with a
 * time itself could never be changed: NATS reports the start time as changed.
 */
async function sequenceSince({ manager }: Nats, stream: string, offsetS: number): Promise<number> {
  const probe = await manager.consumers.add(stream, {
    name: newId('probe'),
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(offsetS * 1000).toISOString(),
    inactive_threshold: nanos(probeIdleMs),
    mem_storage: true,
  })
  await manager.consumers.delete(stream, probe.name)
  return probe.delivered.stream_seq + 1
}

/**
 * Finds or creates the durable consumer of a group, or one for a consumer without a group. A known group keeps its
 * position, and waits for acknowledgements as long as its newest consumer requested.
 */
export async function ensureConsumer(
  nats: Nats,
  stream: NatsStream,
  namespace: string,
  { topic, group, offsetS, ackWaitMs }: ConsumeOptions,
): Promise<ConsumerInfo> {
  const { consumers } = nats.manager
  const ack_wait = nanos(ackWaitMs)
  const name = group === undefined ? newId('lone') : nameOf(namespace, topic, group)
  const find = (): Promise<ConsumerInfo | undefined> =>
    consumers.info(stream.name, name).catch((error: Error) => {
      if (error.name === 'ConsumerNotFoundError') return undefined
      throw error
    })
  const renew = (info: ConsumerInfo): Promise<ConsumerInfo> | ConsumerInfo =>
    info.config.ack_wait === ack_wait ? info : consumers.update(stream.name, name, { ack_wait })
  const known = group === undefined ? undefined : await find()
  if (known) return renew(known)
  try {
    const begin =
      offsetS === undefined
        ? { deliver_policy: DeliverPolicy.New }
        : {
            deliver_policy: DeliverPolicy.StartSequence,
            opt_start_seq: await sequenceSince(nats, stream.name, offsetS),
          }
    return await consumers.add(stream.name, {
      durable_name: name,
      ...(group === undefined ? {} : { description: `${namespace} ${topic} ${group}` }),
      ...begin,
      ack_policy: AckPolicy.Explicit,
      ack_wait,
      max_deliver: -1,
      max_ack_pending: inFlightOfGroup,
      replay_policy: ReplayPolicy.Instant,
      filter_subject: stream.published(namespace, topic),
      inactive_threshold: nanos(group === undefined ? loneIdleMs : eventBounds.groupIdleMs),
    })
  } catch (error) {
    // Two processes may create a new group at the same time with different offsets: the first one wins.
    const made = group === undefined ? undefined : await find()
    if (!made) throw error
    return renew(made)
  }
}

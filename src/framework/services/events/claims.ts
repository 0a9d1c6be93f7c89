import type { Reader, Writer } from '#runtime/store/types.ts'
import { eventBounds } from './bounds.ts'
import {
  dueDeliveries,
  eventsAfter,
  hasEventsAfter,
  lastSeqOf,
  type Place,
  type StoredEvent,
  seqBefore,
} from './rows.ts'

/** A group of consumers of one topic. */
export interface Group extends Place {
  readonly group: string
}

export interface ClaimOptions {
  /** The consumer that takes the events. */
  readonly consumer: string
  readonly now: number
  readonly ackWaitMs: number
  /** 0 for no limit. */
  readonly retryLimit: number
  /** How many consumers of the group this process has: they share the events. */
  readonly members: number
}

export interface Claimed {
  readonly events: readonly StoredEvent[]
  /** Never acknowledged within the allowed deliveries, so no longer delivered. */
  readonly givenUp: readonly { readonly id: string; readonly attempts: number }[]
}

const rowOf = ({ namespace, topic, group }: Group) => ({ namespace, topic, name: group })
const deliveriesOf = ({ namespace, topic, group }: Group) => ({ namespace, topic, group_name: group })

async function positionOf(reader: Reader, group: Group): Promise<number | undefined> {
  const query = reader.sql('event_groups').select('position').where(rowOf(group))
  const row = await reader.get<{ position: number }>(query)
  return row && Number(row.position)
}

/** A new group begins where the offset says, or after the newest event; a known one stays where it is. */
export async function ensureGroup(tx: Writer, group: Group, offsetMs: number | undefined, now: number): Promise<void> {
  if ((await positionOf(tx, group)) !== undefined) {
    await tx.run(tx.sql('event_groups').where(rowOf(group)).update({ used_at: now }))
    return
  }
  const position = offsetMs === undefined ? await lastSeqOf(tx, group) : await seqBefore(tx, group, offsetMs)
  await tx.run(tx.sql('event_groups').insert({ ...rowOf(group), position, used_at: now }))
}

/**
 * Takes events for a consumer: first those that nobody acknowledged in time, then new ones. No other consumer in any
 * process gets them until `ackWaitMs` have passed.
 */
export async function claim(tx: Writer, group: Group, options: ClaimOptions): Promise<Claimed> {
  const { consumer, now, ackWaitMs, retryLimit, members } = options
  const held = await unacknowledgedBy(tx, consumer, now)
  const room = Math.min(eventBounds.batch, eventBounds.inFlight - held)
  if (room <= 0) return { events: [], givenUp: [] }
  const due = await dueDeliveries(tx, group, group.group, now, eventBounds.batch * 4)
  const lost = due.filter(({ attempts }) => retryLimit > 0 && attempts > retryLimit)
  if (lost.length > 0) await forget(tx, group, lost)
  const position = (await positionOf(tx, group)) ?? (await lastSeqOf(tx, group))
  const ready = due.length - lost.length + (await lastSeqOf(tx, group)) - position
  const share = Math.max(1, Math.min(room, Math.ceil(ready / members)))
  const again = due.filter((each) => !lost.includes(each)).slice(0, share)
  const fresh = await eventsAfter(tx, group, position, now, share - again.length)
  const mine = { consumer, due_at: now + ackWaitMs }
  if (again.length > 0) {
    const seqs = again.map(({ seq }) => seq)
    await tx.run(
      tx.sql('event_deliveries').where(deliveriesOf(group)).whereIn('seq', seqs).update(mine).increment('attempts', 1),
    )
  }
  const last = fresh.at(-1)
  if (last) {
    const rows = fresh.map(({ seq, event }) => ({
      ...deliveriesOf(group),
      seq,
      event_id: event.id,
      ...mine,
      attempts: 1,
    }))
    await tx.run(tx.sql('event_groups').where(rowOf(group)).update({ position: last.seq, used_at: now }))
    await tx.run(tx.sql('event_deliveries').insert(rows))
  }
  const givenUp = lost.map(({ event, attempts }) => ({ id: event.id, attempts }))
  return { events: [...again, ...fresh], givenUp }
}

async function unacknowledgedBy(reader: Reader, consumer: string, now: number): Promise<number> {
  const query = reader.sql('event_deliveries').where({ consumer }).where('due_at', '>', now).count({ count: '*' })
  return Number((await reader.get<{ count: number }>(query))?.count)
}

async function forget(tx: Writer, group: Group, deliveries: readonly StoredEvent[]): Promise<void> {
  const seqs = deliveries.map(({ seq }) => seq)
  await tx.run(tx.sql('event_deliveries').where(deliveriesOf(group)).whereIn('seq', seqs).delete())
}

/** Acknowledges events that have reached their consumer. */
export async function settle(
  tx: Writer,
  group: Group,
  consumer: string,
  events: readonly StoredEvent[],
): Promise<void> {
  const seqs = events.map(({ seq }) => seq)
  await tx.run(tx.sql('event_deliveries').where(deliveriesOf(group)).where({ consumer }).whereIn('seq', seqs).delete())
}

/** Releases events that never reached their consumer: others may get them at once, and the delivery does not count. */
export async function release(
  tx: Writer,
  group: Group,
  consumer: string,
  events: readonly StoredEvent[],
): Promise<void> {
  const seqs = events.map(({ seq }) => seq)
  await tx.run(
    tx
      .sql('event_deliveries')
      .where(deliveriesOf(group))
      .where({ consumer })
      .whereIn('seq', seqs)
      .update({ due_at: 0 })
      .decrement('attempts', 1),
  )
}

/** @returns false if the group awaits no acknowledgement of that event */
export async function acknowledge(tx: Writer, group: Group, id: string, success: boolean): Promise<boolean> {
  const delivery = tx.sql('event_deliveries').where({ ...deliveriesOf(group), event_id: id })
  const { changes } = await tx.run(success ? delivery.delete() : delivery.update({ due_at: 0 }))
  return changes > 0
}

/** When an event of the group is delivered again next unless it is acknowledged, in epoch milliseconds. */
export async function nextDelivery(reader: Reader, group: Group, now: number): Promise<number | undefined> {
  const next = reader
    .sql('event_deliveries')
    .where(deliveriesOf(group))
    .where('due_at', '>', now)
    .min({ due: 'due_at' })
  const due = (await reader.get<{ due: number | string | null }>(next))?.due
  return due == null ? undefined : Number(due)
}

/** Whether there are events that a consumer of the group could take. */
export async function hasWork(reader: Reader, group: Group, now: number): Promise<boolean> {
  const due = reader
    .sql('event_deliveries')
    .select('seq')
    .where(deliveriesOf(group))
    .where('due_at', '<=', now)
    .limit(1)
  if (await reader.get(due)) return true
  const position = await positionOf(reader, group)
  return position !== undefined && hasEventsAfter(reader, group, position, now)
}

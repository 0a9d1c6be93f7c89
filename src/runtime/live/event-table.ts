import { changeTable } from '../store/change-log.ts'
import { currentVersion, transactionLock } from '../store/dialect-sql.ts'
import { statement } from '../store/statement.ts'
import type { Store, Writer } from '../store/types.ts'
import type { LiveEvent, LiveReader, NewLiveEvent } from './types.ts'

const minuteMs = 60_000
/** How long a reader may be disconnected and still get the events that it has missed. */
const resumableMs = 60 * minuteMs
/** A little longer, because the clocks of processes differ. */
const keptMs = resumableMs + 5 * minuteMs
/** The most events stored per channel. */
export const maxStoredEvents = 500
export const maxDataBytes = 64 * 1024
const purgeBatch = 1000

const channelForm = /^[\w:.-]{1,200}$/
const eventForm = /^[a-z][a-z0-9_.]{0,59}$/
/** Events that streams themselves send. */
const ownEvents = new Set(['open', 'reset', 'end', 'message', 'error'])

export const liveEvents = changeTable('live_events', 'channel')

interface Row {
  readonly seq: number | string
  readonly event: string
  readonly data: string
  readonly created_at: number | string
}

/** An event with its number in the channel. */
export interface StoredEvent extends LiveEvent {
  readonly seq: number
}

const insertion = statement<Record<'channel' | 'event' | 'data', string> & { owner: string | null; now: number }>(
  (sql, param) =>
    sql('live_events').insert({
      channel: param('channel'),
      event: param('event'),
      data: param('data'),
      owner: param('owner'),
      created_at: param('now'),
      version: sql.raw(currentVersion(sql, 'live_events')),
    }),
)

const rowsBetween = statement<{ channel: string; after: number; upTo: number; limit: number }>((sql, param) =>
  sql('live_events')
    .select('seq', 'event', 'data', 'created_at')
    .where('channel', param('channel'))
    .where('seq', '>', param('after'))
    .where('seq', '<=', param('upTo'))
    .orderBy('seq')
    .limit(param('limit') as never),
)

const lastOf = statement<{ channel: string }>((sql, param) =>
  sql('live_events').max({ seq: 'seq' }).where('channel', param('channel')),
)

const countAfter = statement<{ channel: string; after: number }>((sql, param) =>
  sql.raw(
    `select count(*) as count from (select 1 from live_events where channel = ? and seq > ? limit ${maxStoredEvents}) as later`,
    [param('channel'), param('after')],
  ),
)

/**
 * Stores an event. Events of a channel are numbered in the order of their commits: a transaction that publishes makes others
 * that publish there wait until it ends.
 *
 * @throws RangeError for an event that exceeds the limits of `NewLiveEvent`
 */
export async function insertEvent(
  tx: Writer,
  { channel, event, data, owner }: NewLiveEvent,
  now: number,
): Promise<void> {
  if (!channelForm.test(channel)) throw new RangeError(`${JSON.stringify(channel)} cannot be the name of a channel`)
  if (!eventForm.test(event) || ownEvents.has(event)) {
    throw new RangeError(`${JSON.stringify(event)} cannot be a kind of event`)
  }
  const json = JSON.stringify(data)
  if (Buffer.byteLength(json) > maxDataBytes) {
    throw new RangeError(`An event of ${channel} has more than ${maxDataBytes / 1024} KiB: send an id instead`)
  }
  const lock = transactionLock(tx.sql, channel)
  if (lock) await tx.all(lock)
  await tx.run(insertion({ channel, event, data: json, owner: owner ?? null, now }))
}

/** At most `limit` events of a channel after one number and up to another, oldest first. */
export async function readEvents(
  store: LiveReader,
  channel: string,
  { after, upTo = Number.MAX_SAFE_INTEGER, limit = 100 }: { after: number; upTo?: number; limit?: number },
): Promise<StoredEvent[]> {
  const rows = await store.all<Row>(rowsBetween({ channel, after, upTo, limit }))
  return rows.map(({ seq, event, data, created_at }) => ({
    seq: Number(seq),
    id: positionText({ seq: Number(seq), atMs: Number(created_at) }),
    event,
    data,
  }))
}

/** The number of the last event of a channel; 0 without events. */
export async function lastEvent(store: LiveReader, channel: string): Promise<number> {
  return Number((await store.get<{ seq: number | string | null }>(lastOf({ channel })))?.seq ?? 0)
}

/** The last event that a reader has received. */
export interface Position {
  readonly seq: number
  /** When that was: a time before the oldest stored event cannot be distinguished from a gap. */
  readonly atMs: number
}

export function positionText({ seq, atMs }: Position): string {
  return `${seq.toString(36)}-${atMs.toString(36)}`
}

/** The position in an id; undefined for an invalid one. */
export function positionOf(id: string): Position | undefined {
  const match = /^([0-9a-z]{1,10})-([0-9a-z]{1,9})$/.exec(id)
  return match ? { seq: Number.parseInt(match[1] ?? '', 36), atMs: Number.parseInt(match[2] ?? '', 36) } : undefined
}

/**
 * Whether all events after the position are still stored.
 *
 * @param last the number of the channel's last event
 */
export async function isResumable(
  store: LiveReader,
  channel: string,
  { position, last, now }: { position: Position; last: number; now: number },
): Promise<boolean> {
  // A position in the future comes from another database, or from one that was restored since.
  if (position.seq > last || position.atMs < now - resumableMs) return false
  const later = await store.get<{ count: number | string }>(countAfter({ channel, after: position.seq }))
  return Number(later?.count) < maxStoredEvents
}

/** Deletes the oldest events of a channel beyond its maximum. */
export async function pruneChannel(store: Store, channel: string): Promise<void> {
  const oldest = store.sql('live_events').select('seq').where({ channel }).orderBy('seq', 'desc')
  const last = await store.get<{ seq: number | string }>(oldest.offset(maxStoredEvents).limit(1))
  if (last) await store.run(store.sql('live_events').where({ channel }).where('seq', '<=', Number(last.seq)).delete())
}

/** Deletes, in batches, events that are too old for any reader. */
export async function purgeEvents(store: Store, now: number, signal: AbortSignal): Promise<void> {
  for (let deleted = purgeBatch; deleted === purgeBatch && !signal.aborted; ) {
    const old = store
      .sql('live_events')
      .select('seq')
      .where('created_at', '<', now - keptMs)
      .limit(purgeBatch)
    deleted = (await store.run(store.sql('live_events').whereIn('seq', old).delete())).changes
  }
}

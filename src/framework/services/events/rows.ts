import { statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { eventBounds, sizeOfEvent } from './bounds.ts'
import type { StreamEvent } from './types.ts'

/** A topic of a namespace. */
export interface Place {
  readonly namespace: string
  readonly topic: string
}

export interface StoredEvent {
  readonly seq: number
  readonly event: StreamEvent
}

interface EventRow {
  topic: string
  seq: number
  id: string
  metadata: string
  payload: Uint8Array
  timestamp_s: number
}

const columns = ['e.topic', 'e.seq', 'e.id', 'e.metadata', 'e.payload', 'e.timestamp_s']

function storedEvent(row: EventRow): StoredEvent {
  const event = {
    id: row.id,
    topic: row.topic,
    metadata: JSON.parse(row.metadata) as Record<string, string>,
    payload: new Uint8Array(row.payload),
    timestampS: Number(row.timestamp_s),
  }
  return { seq: Number(row.seq), event }
}

const lastSeq = statement<{ namespace: string; topic: string }>((sql, param) =>
  sql('event_topics')
    .select('last_seq')
    .where({ namespace: param('namespace'), topic: param('topic') }),
)

/** The sequence of the newest event of the topic; 0 before the first. */
export async function lastSeqOf(reader: Reader, { namespace, topic }: Place): Promise<number> {
  return Number((await reader.get<{ last_seq: number }>(lastSeq({ namespace, topic })))?.last_seq ?? 0)
}

const saveLastSeq = statement<{ namespace: string; topic: string; lastSeq: number }>((sql, param) =>
  sql('event_topics')
    .insert({ namespace: param('namespace'), topic: param('topic'), last_seq: param('lastSeq') })
    .onConflict(['namespace', 'topic'])
    .merge(['last_seq']),
)

export interface Insertion {
  readonly event: StreamEvent
  readonly isStreamed: boolean
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

const addEvent = statement<{
  namespace: string
  topic: string
  seq: number
  id: string
  isStreamed: boolean
  timestampS: number
  size: number
  createdAt: number
  expiresAt: number
  metadata: string
  payload: Uint8Array
}>((sql, param) =>
  sql('events').insert({
    namespace: param('namespace'),
    topic: param('topic'),
    seq: param('seq'),
    id: param('id'),
    is_streamed: param('isStreamed'),
    timestamp_s: param('timestampS'),
    size: param('size'),
    created_at: param('createdAt'),
    expires_at: param('expiresAt'),
    metadata: param('metadata'),
    payload: param('payload'),
  }),
)

/**
 * Adds events at the end of a topic. This changes the single row of the topic, so that of two transactions the later
 * one has the larger numbers: a group that has passed a number has missed nothing before it.
 */
export async function addEvents(tx: Writer, place: Place, insertions: readonly Insertion[]): Promise<void> {
  const { namespace, topic } = place
  let seq = await lastSeqOf(tx, place)
  await tx.run(saveLastSeq({ namespace, topic, lastSeq: seq + insertions.length }))
  for (const { event, isStreamed, createdAtMs, expiresAtMs } of insertions) {
    const metadata = JSON.stringify(event.metadata)
    await tx.run(
      addEvent({
        namespace,
        topic,
        seq: ++seq,
        id: event.id,
        isStreamed,
        timestampS: event.timestampS,
        size: sizeOfEvent(event.payload, metadata),
        createdAt: createdAtMs,
        expiresAt: expiresAtMs,
        metadata,
        payload: event.payload,
      }),
    )
  }
}

/** Whether the id is taken; an expired event releases its id. */
export async function hasEvent(tx: Writer, { namespace, topic }: Place, id: string, now: number): Promise<boolean> {
  const same = () => tx.sql('events').where({ namespace, topic, id })
  await tx.run(same().where('expires_at', '<=', now).delete())
  return (await tx.get(same().select('seq'))) !== undefined
}

/** The last event before those published at or after that time. */
export async function seqBefore(reader: Reader, place: Place, createdAtMs: number): Promise<number> {
  const { namespace, topic } = place
  const first = reader
    .sql('events')
    .where({ namespace, topic })
    .where('created_at', '>=', createdAtMs)
    .min({ seq: 'seq' })
  const seq = (await reader.get<{ seq: number | null }>(first))?.seq
  return seq === null || seq === undefined ? lastSeqOf(reader, place) : Number(seq) - 1
}

type After = { namespace: string; topic: string; after: number; now: number }

const streamedAfter = statement<After & { limit: number }>((sql, param) =>
  sql('events as e')
    .select(columns)
    .where({ 'e.namespace': param('namespace'), 'e.topic': param('topic'), 'e.is_streamed': true })
    .where('e.seq', '>', param('after'))
    .where('e.expires_at', '>', param('now'))
    .orderBy('e.seq')
    .limit(param('limit') as number),
)

/** The next events for consumers. */
export async function eventsAfter(
  reader: Reader,
  { namespace, topic }: Place,
  after: number,
  now: number,
  limit: number,
): Promise<StoredEvent[]> {
  const rows = await reader.all<EventRow>(streamedAfter({ namespace, topic, after, now, limit }))
  return rows.map(storedEvent)
}

const firstStreamedAfter = statement<After>((sql, param) =>
  sql('events')
    .select('seq')
    .where({ namespace: param('namespace'), topic: param('topic'), is_streamed: true })
    .where('seq', '>', param('after'))
    .where('expires_at', '>', param('now'))
    .limit(1),
)

export async function hasEventsAfter(reader: Reader, place: Place, after: number, now: number): Promise<boolean> {
  const { namespace, topic } = place
  return (await reader.get(firstStreamedAfter({ namespace, topic, after, now }))) !== undefined
}

/** Events whose group has not acknowledged them in time. */
export interface DueDelivery extends StoredEvent {
  /** How often the event has been delivered so far. */
  readonly attempts: number
}

export async function dueDeliveries(
  tx: Reader,
  { namespace, topic }: Place,
  group: string,
  now: number,
  limit: number,
): Promise<DueDelivery[]> {
  const query = tx
    .sql('event_deliveries as d')
    .join('events as e', (join) => join.on({ 'e.namespace': 'd.namespace', 'e.topic': 'd.topic', 'e.seq': 'd.seq' }))
    .select([...columns, 'd.attempts'])
    .where({ 'd.namespace': namespace, 'd.topic': topic, 'd.group_name': group })
    .where('d.due_at', '<=', now)
    .where('e.expires_at', '>', now)
    .orderBy('d.seq')
    .limit(limit)
  const rows = await tx.all<EventRow & { attempts: number }>(query)
  return rows.map((row) => ({ ...storedEvent(row), attempts: row.attempts }))
}

/** A page of stored events, the oldest first; it ends early if the response would grow too large. */
export async function readEvents(
  reader: Reader,
  { namespace, topic }: Place,
  now: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StreamEvent[]> {
  const stored = () =>
    reader.sql('events as e').where({ 'e.namespace': namespace, 'e.topic': topic }).where('e.expires_at', '>', now)
  const sizes = await reader.all<{ seq: number; size: number }>(
    stored().select('e.seq', 'e.size').orderBy('e.seq').limit(limit).offset(offset),
  )
  let bytes = 0
  const fitting = sizes.filter(({ size }, index) => {
    bytes += Number(size)
    return index === 0 || bytes <= eventBounds.readBytes
  })
  const [first, last] = [fitting[0], fitting.at(-1)]
  if (!first || !last) return []
  const rows = await reader.all<EventRow>(
    stored().select(columns).whereBetween('e.seq', [first.seq, last.seq]).orderBy('e.seq'),
  )
  return rows.map((row) => storedEvent(row).event)
}

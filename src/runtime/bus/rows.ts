import type { Knex } from 'knex'
import { statement } from '../store/statement.ts'
import type { Reader } from '../store/types.ts'

/** A row of `bus_announcements` that has a position. */
export interface EventRow {
  id: number | string
  position: number | string
  topic: string
  key: string | null
  account: string | null
  payload: string
  created_at: number | string
}

/** A row of `bus_listeners`. */
export interface ListenerRow {
  name: string
  position: number | string
  holder: string | null
  machine: string | null
  pid: number | string | null
  lease_until: number | string | null
}

/** What `listenerStates` returns; a flag is 0 or 1 on SQLite. */
export interface ListenerState {
  name: string
  position: number | string
  is_due: boolean | number
  /** The same in all rows: the position of the last event that has one, and whether any event has none yet. */
  last: number | string
  is_pending: boolean | number
}

/** A failed event of a subscriber. */
export interface SetbackRow extends EventRow {
  attempts: number | string
}

export const insertEvent = statement<{
  topic: string
  key: string | null
  account: string | null
  payload: string
  created_at: number
}>((sql, param) =>
  sql('bus_announcements').insert({
    topic: param('topic'),
    key: param('key'),
    account: param('account'),
    payload: param('payload'),
    created_at: param('created_at'),
  }),
)

export const stillThere = statement<{ id: number }>((sql, param) =>
  sql('bus_announcements')
    .select('id')
    .where({ id: param('id') }),
)

export const seenListeners = statement<{ after: number }>((sql, param) =>
  sql('bus_listeners').where('seen_at', '>', param('after')).select('name', 'topics'),
)

export const listenerRow = statement<{ name: string }>((sql, param) =>
  sql('bus_listeners').where({ name: param('name') }),
)

/** How far each subscriber is, and all that there may be to do: usually this is the only statement, and there is nothing. */
export const listenerStates = statement<{ now: number }>((sql, param) =>
  sql('bus_listeners').select(
    'name',
    'position',
    sql.raw(
      `exists (select 1 from bus_setbacks
        where listener = bus_listeners.name and state = 'waiting' and due_at <= ?) as is_due`,
      [param('now')],
    ),
    sql.raw('(select last from bus_sequence where id = 1) as last'),
    sql.raw('exists (select 1 from bus_announcements where position is null) as is_pending'),
  ),
)

/** Adds a subscriber at the beginning, so that it gets all stored events; an existing one stays where it is. */
export const registerListener = statement<{ name: string; topics: string; now: number }>((sql, param) =>
  sql('bus_listeners')
    .insert({ name: param('name'), topics: param('topics'), position: 0, seen_at: param('now') })
    .onConflict('name')
    .merge(['topics', 'seen_at']),
)

/** Takes or renews the lease, unless another process has done so since the row was read. */
export function takeLease(
  sql: Knex,
  { name, holder, lease_until }: ListenerRow,
  mine: { holder: string; machine: string; pid: number; lease_until: number },
): Knex.QueryBuilder {
  return sql('bus_listeners').where({ name, holder, lease_until }).update(mine)
}

export const releaseLeases = statement<{ holder: string }>((sql, param) =>
  sql('bus_listeners')
    .where({ holder: param('holder') })
    .update({ holder: null, machine: null, pid: null, lease_until: null }),
)

type Advance = { name: string; holder: string; from: number; to: number; until: number }

/** Moves a subscriber forward and renews its lease; changes nothing if it was taken over or reset in the meantime. */
export const advance = statement<Advance>((sql, param) =>
  sql('bus_listeners')
    .where({ name: param('name'), holder: param('holder'), position: param('from') })
    .update({ position: param('to'), lease_until: param('until') }),
)

/** The next events of these topics for a subscriber, all with positions up to `to`. */
export function nextEvents(
  reader: Reader,
  { topics, from, to, limit }: { topics: readonly string[]; from: number; to: number; limit: number },
): Promise<EventRow[]> {
  return reader.all(
    reader
      .sql('bus_announcements')
      .whereIn('topic', topics)
      .where('position', '>', from)
      .where('position', '<=', to)
      .orderBy('position')
      .limit(limit),
  )
}

export const waitingCount = statement<{ listener: string; most: number }>((sql, param) =>
  sql.count({ total: '*' }).from(
    sql('bus_setbacks')
      .select('announcement')
      .where({ listener: param('listener'), state: 'waiting' })
      .limit(param('most') as number)
      .as('waiting'),
  ),
)

export const waitsFor = statement<{ listener: string; key: string }>((sql, param) =>
  sql('bus_setbacks')
    .select('announcement')
    .where({ listener: param('listener'), state: 'waiting', key: param('key') })
    .limit(1),
)

/** The retries that are due; of each key only the oldest, which the others wait for. */
export const dueSetbacks = statement<{ listener: string; now: number; limit: number }>((sql, param) =>
  sql('bus_setbacks as mine')
    .join('bus_announcements', 'bus_announcements.id', 'mine.announcement')
    .select('bus_announcements.*', 'mine.attempts')
    .where({ 'mine.listener': param('listener'), 'mine.state': 'waiting' })
    .where('mine.due_at', '<=', param('now'))
    .whereNotExists(
      sql('bus_setbacks as older')
        .select(sql.raw('1'))
        .whereRaw(
          `older.listener = mine.listener and older.state = 'waiting' and older.key = mine.key and older.announcement < mine.announcement`,
        ),
    )
    .orderBy('mine.announcement')
    .limit(param('limit') as number),
)

export const nextRetry = statement<{ now: number }>((sql, param) =>
  sql('bus_setbacks').min({ due: 'due_at' }).where({ state: 'waiting' }).where('due_at', '>', param('now')),
)

type NewSetback = {
  listener: string
  announcement: number
  key: string | null
  state: 'waiting' | 'dead'
  attempts: number
  due_at: number
  error: string | null
  now: number
}

export const addSetback = statement<NewSetback>((sql, param) =>
  sql('bus_setbacks')
    .insert({
      listener: param('listener'),
      announcement: param('announcement'),
      key: param('key'),
      state: param('state'),
      attempts: param('attempts'),
      due_at: param('due_at'),
      error: param('error'),
      updated_at: param('now'),
    })
    .onConflict(['listener', 'announcement'])
    .merge(),
)

type SetbackKey = { listener: string; announcement: number; attempts: number }

/** Removes an event that was delivered after a retry; changes nothing if another process has tried it in the meantime. */
export const settleSetback = statement<SetbackKey>((sql, param) =>
  sql('bus_setbacks')
    .where({
      listener: param('listener'),
      announcement: param('announcement'),
      attempts: param('attempts'),
      state: 'waiting',
    })
    .delete(),
)

type FailedSetback = SetbackKey & { state: 'waiting' | 'dead'; due_at: number; error: string; now: number }

export const failSetback = statement<FailedSetback>((sql, param) =>
  sql('bus_setbacks')
    .where({
      listener: param('listener'),
      announcement: param('announcement'),
      attempts: param('attempts'),
      state: 'waiting',
    })
    .update({
      attempts: sql.raw('attempts + 1'),
      state: param('state'),
      due_at: param('due_at'),
      error: param('error'),
      updated_at: param('now'),
    }),
)

/** An event up to this id that a subscriber has neither received nor set aside; one row if there are any. */
export function undelivered(
  sql: Knex,
  { listener, topics, upTo }: { listener: string; topics: readonly string[]; upTo: number },
): Knex.QueryBuilder {
  const position = sql('bus_listeners').select('position').where({ name: listener })
  return sql('bus_announcements')
    .select('id')
    .whereIn('topic', topics)
    .where('id', '<=', upTo)
    .where((open) => open.whereNull('position').orWhere('position', '>', position))
    .limit(1)
}

import type { Result } from '#generated/server/handlers.ts'
import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { ownedRows } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Store } from '#runtime/store/types.ts'

export type Repeat = NonNullable<Result<'events.read'>['repeat']>

/** A row of `calendar_events`. */
export interface EventRow {
  id: string
  owner: string
  title: string
  note: string | null
  prompt: string | null
  token_id: string | null
  starts_at: number | string
  when_at: number | string
  minutes: number
  timezone: string
  repeat: Repeat | null
  rrule: string | null
  ends_at: number | string | null
  exdates: string | null
  rdates: string | null
  is_past: boolean | number
  last_fired_at: number | string | null
  last_error: string | null
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

const columns = [
  'id',
  'owner',
  'title',
  'note',
  'prompt',
  'token_id',
  'starts_at',
  'when_at',
  'minutes',
  'timezone',
  'repeat',
  'rrule',
  'ends_at',
  'exdates',
  'rdates',
  'is_past',
  'last_fired_at',
  'last_error',
  'by_others',
  'created_at',
  'updated_at',
]

/** Upcoming events an account may have. */
export const maxUpcoming = 1000
/** Past events stored for each account. */
export const maxPast = 1000
const purgeBatch = 200

const owned = ownedRows<EventRow>('calendar_events', columns)

export const { find, delete: remove } = owned

type NewEvent = {
  id: string
  owner: string
  title: string
  note: string | null
  prompt: string | null
  token_id: string | null
  starts_at: number
  when_at: number
  minutes: number
  timezone: string
  repeat: Repeat | null
  rrule: string | null
  ends_at: number | null
  exdates: string | null
  rdates: string | null
  now: number
}

const scheduleColumns = ['starts_at', 'timezone', 'repeat', 'rrule', 'ends_at', 'exdates', 'rdates'] as const

/** The columns that say when an event happens. */
export type ScheduleColumns = Pick<EventRow, (typeof scheduleColumns)[number]>

export const insert = owned.insert<NewEvent>(
  ['title', 'note', 'prompt', 'token_id', 'when_at', 'minutes', ...scheduleColumns],
  { values: () => ({ is_past: false }) },
)

type Change = NewEvent & { is_past: boolean; last_error: string | null }

/** Sets everything the owner can change. */
export const update = owned.update<Change>((_, param) => ({
  title: param('title'),
  note: param('note'),
  prompt: param('prompt'),
  token_id: param('token_id'),
  when_at: param('when_at'),
  minutes: param('minutes'),
  ...param.columns(...scheduleColumns),
  is_past: param('is_past'),
  last_error: param('last_error'),
  updated_at: param('now'),
}))

type Firing = {
  id: string
  owner: string
  when_at: number
  is_past: boolean
  last_fired_at: number
  last_error: string | null
}

/** Records a firing. */
export const fired = owned.update<Firing>((_, param) => ({
  when_at: param('when_at'),
  is_past: param('is_past'),
  last_fired_at: param('last_fired_at'),
  last_error: param('last_error'),
}))

/** Records that a firing's prompt has begun; changes nothing if it had before. */
export const beginPrompt = statement<{ id: string; owner: string; due: number }>((sql, param) =>
  sql('calendar_events')
    .where({ id: param('id'), owner: param('owner') })
    .where((fresh) => fresh.whereNull('prompt_begun').orWhere('prompt_begun', '<', param('due')))
    .update({ prompt_begun: param('due') }),
)

/** Records the outcome of a prompt. */
export const reported = owned.update<{ id: string; owner: string; last_error: string | null }>((_, param) => ({
  last_error: param('last_error'),
}))

/** Upcoming events, soonest first. */
export const upcoming = statement<{ owner: string; offset: number; limit: number }>((sql, param) =>
  sql('calendar_events')
    .select(columns)
    .where({ owner: param('owner'), is_past: false })
    .orderBy(['when_at', 'id'])
    .limit(param('limit') as never)
    .offset(param('offset') as never),
)

export const upcomingCount = statement<{ owner: string }>((sql, param) =>
  sql('calendar_events')
    .count({ total: '*' })
    .where({ owner: param('owner'), is_past: false }),
)

/** The columns of an event that free time depends on. */
export type BusyRow = ScheduleColumns & Pick<EventRow, 'minutes'>

/** All events of an account that may take place between two moments. */
export const between = statement<{ owner: string; from: number; to: number }>((sql, param) =>
  sql('calendar_events')
    .select('minutes', ...scheduleColumns)
    .where({ owner: param('owner') })
    .where('starts_at', '<', param('to'))
    .where((either) =>
      either
        .whereNotNull('repeat')
        .orWhereNotNull('rrule')
        .orWhereNotNull('rdates')
        .orWhere('when_at', '>', param('from')),
    ),
)

/** Deletes an account's oldest past events beyond `maxPast`. */
export const deleteBeyondMax = statement<{ owner: string }>((sql, param) =>
  sql.raw(
    `delete from calendar_events where id in (select id from calendar_events where owner = ? and is_past = ?
     order by when_at desc, id desc limit 1000 offset ${maxPast})`,
    [param('owner'), true],
  ),
)

/** Deletes a batch of the past events that fired before a moment. */
export const deleteOld = statement<{ before: number }>((sql, param) =>
  sql.raw(
    `delete from calendar_events where id in (select id from calendar_events where is_past = ? and last_fired_at < ?
     order by last_fired_at limit ${purgeBatch}) returning id`,
    [true, param('before')],
  ),
)

const calendarColumns = ['id', 'title', 'note', 'minutes', ...scheduleColumns, 'created_at', 'updated_at'] as const

/** An event as calendars show it. */
export type CalendarRow = Pick<EventRow, (typeof calendarColumns)[number]>

/** The events of an account's calendar: all upcoming ones, and then the past ones. */
export const calendarEntries = statement<{ owner: string }>((sql, param) =>
  sql('calendar_events')
    .select(calendarColumns)
    .where({ owner: param('owner') })
    .orderBy(['is_past', 'when_at', 'id'])
    .limit(maxUpcoming + maxPast),
)

export const feedOf = statement<{ owner: string }>((sql, param) =>
  sql('event_feeds')
    .select('nonce')
    .where({ owner: param('owner') }),
)

/** The owner of a feed, unless the account is closed or disabled. */
export const feedOwner = statement<{ sha256: string }>((sql, param) =>
  joinAccounts(sql('event_feeds'), 'event_feeds.owner')
    .whereNull('accounts.closed_at')
    .whereNull('accounts.disabled_at')
    .select('owner')
    .where({ secret_sha256: param('sha256') }),
)

interface NewFeed {
  owner: string
  nonce: string
  secret_sha256: string
  created_at: number
}

/** Stores an account's feed, replacing its previous one. */
export async function putFeed(store: Store, feed: NewFeed): Promise<void> {
  await store.run(store.sql('event_feeds').insert(feed).onConflict('owner').merge())
}

export async function removeFeed(store: Store, owner: string): Promise<void> {
  await store.run(store.sql('event_feeds').where({ owner }).delete())
}

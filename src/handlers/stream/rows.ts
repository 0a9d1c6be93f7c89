import type { Knex } from 'knex'
import { ofOpenAccounts } from '../../runtime/store/owned-rows.ts'
import { type Param, statement } from '../../runtime/store/statement.ts'
import type { Writer } from '../../runtime/store/types.ts'

/** Public entries that are kept, and private ones of each account. */
export const maxEntries = 500
/** Entries beyond the bound that one write deletes: more than it can have added. */
const trimBatch = 50

/** A row of `stream_entries` as lists need it. */
export interface EntryRow {
  id: string
  service: string
  text: string
  url: string | null
  public: boolean | number
  created_at: number | string
}

export type NewEntry = {
  id: string
  subject: string
  source: string
  account: string | null
  public: boolean
  service: string
  text: string
  url: string | null
  created_at: number
}

const columns = ['id', 'service', 'text', 'url', 'public', 'created_at']
const newestFirst = 'created_at desc, id desc'

/** Adds an entry, or changes the one about the same subject, which stays where it is. */
const upsert = statement<NewEntry>((sql, param) =>
  sql('stream_entries')
    .insert(param.columns('id', 'subject', 'source', 'account', 'public', 'service', 'text', 'url', 'created_at'))
    .onConflict('subject')
    .merge(['public', 'text', 'url']),
)

const remove = statement<{ source: string }>((sql, param) =>
  sql('stream_entries').where(param.columns('source')).delete(),
)

function publicEntries(sql: Knex): Knex.QueryBuilder {
  return sql('stream_entries').where({ public: true })
}

/** The position of an entry in a list. The page starts right after it. */
type Before = { created_at: number; id: string; limit: number }

const isBefore = (param: Param<Before>) => ['(created_at, id) < (?, ?)', [param('created_at'), param('id')]] as const

export const listPublic = statement<Before>((sql, param) =>
  ofOpenAccounts(publicEntries(sql), 'stream_entries.account')
    .whereRaw(...isBefore(param))
    .select(columns)
    .orderByRaw(newestFirst)
    .limit(param('limit')),
)

export const listPrivate = statement<Before & { account: string }>((sql, param) =>
  sql('stream_entries')
    .where({ account: param('account'), public: false })
    .whereRaw(...isBefore(param))
    .select(columns)
    .orderByRaw(newestFirst)
    .limit(param('limit')),
)

export const countPublic = statement<Record<never, never>>((sql) => publicEntries(sql).count({ total: '*' }))

export const countPrivate = statement<{ account: string }>((sql, param) =>
  sql('stream_entries')
    .where({ account: param('account'), public: false })
    .count({ total: '*' }),
)

const trimPublic = statement<Record<never, never>>((sql) =>
  sql('stream_entries')
    .whereIn('id', publicEntries(sql).select('id').orderByRaw(newestFirst).offset(maxEntries).limit(trimBatch))
    .delete(),
)

const trimPrivate = statement<{ account: string }>((sql, param) =>
  sql('stream_entries')
    .whereIn(
      'id',
      sql('stream_entries')
        .where({ account: param('account'), public: false })
        .select('id')
        .orderByRaw(newestFirst)
        .offset(maxEntries)
        .limit(trimBatch),
    )
    .delete(),
)

/** Stores an entry, and deletes the oldest ones beyond the bound. */
export async function put(tx: Writer, entry: NewEntry): Promise<void> {
  await tx.run(upsert(entry))
  await tx.run(trimPublic({}))
  if (entry.account !== null) await tx.run(trimPrivate({ account: entry.account }))
}

/** Deletes the entries that go with a record. */
export async function withdraw(tx: Writer, source: string): Promise<void> {
  await tx.run(remove({ source }))
}

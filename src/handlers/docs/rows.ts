import type { Knex } from 'knex'
import { candidatesShown } from '../../runtime/calls/id-or-title.ts'
import { statement } from '../../runtime/store/statement.ts'

/** A row of `docs` without its content. */
export interface EntryRow {
  id: string
  title: string
  snippet: string
  length: number
  public: boolean | number
  created_at: number | string
  updated_at: number | string
}

/** A row with its content and the author's name. */
export interface DocumentRow extends EntryRow {
  owner: string
  author: string
  content: string
}

export interface TitleRow {
  id: string
  title: string
}

export interface CountRow {
  total: number | string
}

const entryColumns = ['id', 'title', 'snippet', 'length', 'public', 'created_at', 'updated_at']
const latestFirst = [
  { column: 'updated_at', order: 'desc' },
  { column: 'id', order: 'desc' },
]

type Content = {
  id: string
  owner: string
  title: string
  title_key: string
  snippet: string
  length: number
  content: string
  now: number
}

/** A new document. Answers its entry. */
export const insert = statement<Content & { public: boolean }>((sql, param) =>
  sql('docs')
    .insert({
      id: param('id'),
      owner: param('owner'),
      title: param('title'),
      title_key: param('title_key'),
      public: param('public'),
      snippet: param('snippet'),
      length: param('length'),
      content: param('content'),
      created_at: param('now'),
      updated_at: param('now'),
    })
    .returning(entryColumns),
)

/** Replaces what one of the owner's documents says; null for `public` leaves that as it is. Answers its entry, or nothing. */
export const replace = statement<Content & { public: boolean | null }>((sql, param) =>
  sql('docs')
    .where({ id: param('id'), owner: param('owner') })
    .update({
      title: param('title'),
      title_key: param('title_key'),
      public: sql.raw('coalesce(?, public)', [param('public')]),
      snippet: param('snippet'),
      length: param('length'),
      content: param('content'),
      updated_at: param('now'),
    })
    .returning(entryColumns),
)

/** A document that the reader may see: an own one, or a public one of anybody. */
export const readable = statement<{ id: string; reader: string }>((sql, param) =>
  sql('docs')
    .join('accounts', 'accounts.id', 'docs.owner')
    .select(
      ...entryColumns.map((column) => `docs.${column}`),
      'docs.owner',
      'docs.content',
      'accounts.username as author',
    )
    .where('docs.id', param('id'))
    .where((either) => either.where('docs.owner', param('reader')).orWhere('docs.public', true)),
)

/** The owner's documents of one title, the latest first, as many as a refusal needs. */
export const titled = statement<{ owner: string; title_key: string }>((sql, param) =>
  sql('docs')
    .select('id', 'title')
    .where({ owner: param('owner'), title_key: param('title_key') })
    .orderBy(latestFirst)
    .limit(candidatesShown + 1),
)

export const byChange = statement<{ owner: string; limit: number }>((sql, param) =>
  sql('docs')
    .select(entryColumns)
    .where({ owner: param('owner') })
    .orderBy(latestFirst)
    .limit(param('limit') as number),
)

export const countOf = statement<{ owner: string }>((sql, param) =>
  sql('docs')
    .count({ total: '*' })
    .where({ owner: param('owner') }),
)

/** The owner's documents whose ids a subquery answers: the latest of them, and how many there are. */
export function amongIds(sql: Knex, owner: string, ids: Knex.QueryBuilder, limit: number) {
  const found = sql('docs').where({ owner }).whereIn('id', ids)
  return {
    entries: found.clone().select(entryColumns).orderBy(latestFirst).limit(limit),
    count: found.clone().count({ total: '*' }),
  }
}

export const remove = statement<{ id: string; owner: string }>((sql, param) =>
  sql('docs')
    .where({ id: param('id'), owner: param('owner') })
    .delete(),
)

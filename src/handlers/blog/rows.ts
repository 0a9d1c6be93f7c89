import type { Knex } from 'knex'
import { joinAccounts } from '../../runtime/accounts/usernames.ts'
import { maxCandidates, ownedByTitle } from '../../runtime/kit/id-or-title.ts'
import { keepIfNull, ofOpenAccounts, ownedRows } from '../../runtime/store/owned-rows.ts'
import { type Param, statement } from '../../runtime/store/statement.ts'
import { countUpTo } from '../../runtime/store/total.ts'

/** A row of `blog_posts` without its content. */
export interface EntryRow {
  id: string
  owner: string
  title: string
  private: boolean | number
  tags: string
  snippet: string
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

/** A row with the author's name, as lists show it. */
export interface ListedRow extends EntryRow {
  author: string
}

/** A whole row with the author's name. */
export interface PostRow extends ListedRow {
  content: string
}

const entryColumns = ['id', 'owner', 'title', 'private', 'tags', 'snippet', 'by_others', 'created_at', 'updated_at']
const listedColumns = [...entryColumns.map((column) => `blog_posts.${column}`), 'accounts.username as author']
const newestFirst = [
  { column: 'blog_posts.created_at', order: 'desc' },
  { column: 'blog_posts.id', order: 'desc' },
]

type NewPost = {
  id: string
  owner: string
  title: string
  title_key: string
  private: boolean
  tags: string
  snippet: string
  content: string
  now: number
}

const owned = ownedRows<EntryRow>('blog_posts', entryColumns)
const whole = ownedRows<EntryRow & { content: string }>('blog_posts', [...entryColumns, 'content'])

export const insert = owned.insert<NewPost>(['title', 'title_key', 'private', 'tags', 'snippet', 'content'])

type Change = {
  id: string
  owner: string
  title: string | null
  title_key: string | null
  tags: string | null
  snippet: string | null
  content: string | null
  now: number
}

/** Null leaves a column as it is. */
export const update = whole.update<Change>((sql, param) => ({
  title: keepIfNull(sql, param, 'title'),
  title_key: keepIfNull(sql, param, 'title_key'),
  tags: keepIfNull(sql, param, 'tags'),
  snippet: keepIfNull(sql, param, 'snippet'),
  content: keepIfNull(sql, param, 'content'),
  updated_at: param('now'),
}))

export const { find, delete: remove } = owned

/** The owner's posts with a title, the newest first. */
export const ownTitled = ownedByTitle('blog_posts', newestFirst)

function listed(sql: Knex): Knex.QueryBuilder {
  return joinAccounts(sql('blog_posts'), 'blog_posts.owner').select(listedColumns)
}

type Before = { created_at: number; id: string; limit: number }

const isBefore = (param: Param<Before>) =>
  ['(blog_posts.created_at, blog_posts.id) < (?, ?)', [param('created_at'), param('id')]] as const

/**
 * The newest public posts before a position. The caller's private posts come from `ownPrivate`: one query for both would have to step over
 * all private posts of others.
 */
export const publicPosts = statement<Before>((sql, param) =>
  ofOpenAccounts(listed(sql), 'blog_posts.owner')
    .where('blog_posts.private', false)
    .whereRaw(...isBefore(param))
    .orderBy(newestFirst)
    .limit(param('limit') as number),
)

export const ownPrivate = statement<Before & { owner: string }>((sql, param) =>
  listed(sql)
    .where({ 'blog_posts.owner': param('owner'), 'blog_posts.private': true })
    .whereRaw(...isBefore(param))
    .orderBy(newestFirst)
    .limit(param('limit') as number),
)

export const countPublic = statement<Record<never, never>>((sql) =>
  countUpTo(sql, sql('blog_posts').where({ private: false }), 'created_at'),
)

export const countOwnPrivate = statement<{ owner: string }>((sql, param) =>
  countUpTo(sql, sql('blog_posts').where({ owner: param('owner'), private: true }), 'created_at'),
)

/** The account id of the reader, or `''`, which is no account's id, for one who is not signed in. */
type Reader = { reader: string }

/**
 * The one rule of who sees a post: everybody sees a public one, only its author a private one. Not `private = false`, for which
 * SQLite would look up all public posts in the index by age instead of reading the index on titles.
 */
function visibleTo(query: Knex.QueryBuilder, reader: Knex.Value): Knex.QueryBuilder {
  return ofOpenAccounts(
    query.whereRaw('(not blog_posts.private or blog_posts.owner = ?)', [reader]),
    'blog_posts.owner',
  )
}

export const readable = statement<Reader & { id: string }>((sql, param) =>
  visibleTo(listed(sql).select('blog_posts.content').where('blog_posts.id', param('id')), param('reader')),
)

/** The posts that the reader sees and that have exactly this title, the newest first. */
export const titled = statement<Reader & { title_key: string }>((sql, param) =>
  visibleTo(
    sql('blog_posts')
      .select('id', 'title')
      .where({ title_key: param('title_key') }),
    param('reader'),
  )
    .orderBy(newestFirst)
    .limit(maxCandidates),
)

/** Those of these posts that the reader sees, the newest first. */
export function candidates(sql: Knex, reader: string, ids: readonly string[]): Knex.QueryBuilder {
  return visibleTo(sql('blog_posts').select('id', 'title').whereIn('id', ids), reader).orderBy(newestFirst)
}

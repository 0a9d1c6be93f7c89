import type { Knex } from 'knex'
import { candidatesShown } from '../../runtime/calls/id-or-title.ts'
import { statement } from '../../runtime/store/statement.ts'

/** A row of `blog_posts` without its content. */
export interface EntryRow {
  id: string
  owner: string
  title: string
  private: boolean | number
  tags: string
  snippet: string
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

export interface TitleRow {
  id: string
  title: string
}

export interface CountRow {
  total: number | string
}

const entryColumns = ['id', 'owner', 'title', 'private', 'tags', 'snippet', 'created_at', 'updated_at']
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

export const insert = statement<NewPost>((sql, param) =>
  sql('blog_posts')
    .insert({
      id: param('id'),
      owner: param('owner'),
      title: param('title'),
      title_key: param('title_key'),
      private: param('private'),
      tags: param('tags'),
      snippet: param('snippet'),
      content: param('content'),
      created_at: param('now'),
      updated_at: param('now'),
    })
    .returning(entryColumns),
)

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

/** Changes one of the owner's posts; null leaves a column as it is. Answers its entry, or nothing. */
export const update = statement<Change>((sql, param) => {
  const orAsItIs = (column: keyof Change & string) => sql.raw('coalesce(?, ??)', [param(column), column])
  return sql('blog_posts')
    .where({ id: param('id'), owner: param('owner') })
    .update({
      title: orAsItIs('title'),
      title_key: orAsItIs('title_key'),
      tags: orAsItIs('tags'),
      snippet: orAsItIs('snippet'),
      content: orAsItIs('content'),
      updated_at: param('now'),
    })
    .returning(entryColumns)
})

export const own = statement<{ id: string; owner: string }>((sql, param) =>
  sql('blog_posts')
    .select(entryColumns)
    .where({ id: param('id'), owner: param('owner') }),
)

export const remove = statement<{ id: string; owner: string }>((sql, param) =>
  sql('blog_posts')
    .where({ id: param('id'), owner: param('owner') })
    .delete(),
)

/** The owner's posts of one title, the newest first, as many as a refusal needs. */
export const ownTitled = statement<{ owner: string; title_key: string }>((sql, param) =>
  sql('blog_posts')
    .select('id', 'title')
    .where({ owner: param('owner'), title_key: param('title_key') })
    .orderBy(newestFirst)
    .limit(candidatesShown + 1),
)

function listed(sql: Knex): Knex.QueryBuilder {
  return sql('blog_posts').join('accounts', 'accounts.id', 'blog_posts.owner').select(listedColumns)
}

/**
 * The newest public posts. An own private post comes from `ownPrivate`: one query for both would have to step over everybody
 * else's private posts.
 */
export const publicPosts = statement<{ limit: number }>((sql, param) =>
  listed(sql)
    .where('blog_posts.private', false)
    .orderBy(newestFirst)
    .limit(param('limit') as number),
)

export const ownPrivate = statement<{ owner: string; limit: number }>((sql, param) =>
  listed(sql)
    .where({ 'blog_posts.owner': param('owner'), 'blog_posts.private': true })
    .orderBy(newestFirst)
    .limit(param('limit') as number),
)

export const countPublic = statement<Record<never, never>>((sql) =>
  sql('blog_posts').count({ total: '*' }).where({ private: false }),
)

export const countOwnPrivate = statement<{ owner: string }>((sql, param) =>
  sql('blog_posts')
    .count({ total: '*' })
    .where({ owner: param('owner'), private: true }),
)

/** Who is not signed in is the reader `''`, which is no account's id. */
type Reader = { reader: string }

/**
 * The one rule of who sees a post: everybody sees a public one, its author a private one. Not `private = false`, for which SQLite would
 * look up all public posts in the index by age instead of reading the index on titles.
 */
function visibleTo(query: Knex.QueryBuilder, reader: Knex.Value): Knex.QueryBuilder {
  return query.whereRaw('(not blog_posts.private or blog_posts.owner = ?)', [reader])
}

export const readable = statement<Reader & { id: string }>((sql, param) =>
  visibleTo(listed(sql).select('blog_posts.content').where('blog_posts.id', param('id')), param('reader')),
)

/** The posts that the reader sees and whose whole title it is, the newest first, as many as a refusal needs. */
export const titled = statement<Reader & { title_key: string }>((sql, param) =>
  visibleTo(
    sql('blog_posts')
      .select('id', 'title')
      .where({ title_key: param('title_key') }),
    param('reader'),
  )
    .orderBy(newestFirst)
    .limit(candidatesShown + 1),
)

/**
 * The posts that the reader sees and of whose title it is a part; `pattern` comes from `patternOf`. The inner query is answered by the
 * index on titles alone, so that only the posts found are read.
 */
export const titledInPart = statement<Reader & { pattern: string }>((sql, param) => {
  const found = sql('blog_posts')
    .select('id')
    .whereRaw(`title_key like ? escape '!'`, [param('pattern')])
  return sql('blog_posts')
    .select('id', 'title')
    .whereIn('id', visibleTo(found, param('reader')))
    .orderBy(newestFirst)
    .limit(candidatesShown + 1)
})

/** A LIKE pattern for titles that hold this key; its own wildcards stand for themselves. */
export function patternOf(titleKey: string): string {
  return `%${titleKey.replace(/[!%_]/gu, '!$&')}%`
}

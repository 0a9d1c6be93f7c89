import type { Knex } from 'knex'
import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { ofOpenAccounts, ownedRows } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'
import { countUpTo } from '#runtime/store/total.ts'

/** A row of `social_posts`. */
export interface PostRow {
  id: string
  owner: string
  text: string
  reply_to: string | null
  created_at: number | string
}

/** A row with its author's name. */
export interface ListedRow extends PostRow {
  author: string
}

const columns = ['id', 'owner', 'text', 'reply_to', 'created_at']
const newestFirst = 'p.created_at desc, p.id desc'

const owned = ownedRows<PostRow>('social_posts', columns)

type NewPost = { id: string; owner: string; text: string; reply_to: string | null; now: number }

export const insert = owned.insert<NewPost>(['text', 'reply_to'])

export const remove = owned.delete

function posts(sql: Knex): Knex.QueryBuilder {
  const query = joinAccounts(sql('social_posts as p'), 'p.owner', { as: 'a' })
  return ofOpenAccounts(query, 'p.owner').select([...columns.map((column) => `p.${column}`), 'a.username as author'])
}

export const find = statement<{ id: string }>((sql, param) => posts(sql).where('p.id', param('id')))

/** The position of a post in the order of a page. The page starts right after it. */
export type Position = { created_at: number; id: string }

/** Newer than every post. */
export const end: Position = { created_at: Number.MAX_SAFE_INTEGER, id: '' }

/** The posts before a position, newest first. */
export const newest = statement<Position & { limit: number }>((sql, param) =>
  posts(sql)
    .whereRaw('(p.created_at, p.id) < (?, ?)', [param('created_at'), param('id')])
    .orderByRaw(newestFirst)
    .limit(param('limit')),
)

/** The replies to a post after a position, oldest first. */
export const replies = statement<Position & { post: string; limit: number }>((sql, param) =>
  posts(sql)
    .where('p.reply_to', param('post'))
    .whereRaw('(p.created_at, p.id) > (?, ?)', [param('created_at'), param('id')])
    .orderBy(['p.created_at', 'p.id'])
    .limit(param('limit')),
)

/** The newest post of an account. */
export const newestOf = statement<{ owner: string }>((sql, param) =>
  sql('social_posts').where(param.columns('owner')).select(columns).orderByRaw('created_at desc, id desc').limit(1),
)

export const count = statement<Record<never, never>>((sql) => countUpTo(sql, sql('social_posts'), 'created_at'))

import type { Knex } from 'knex'
import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { ofOpenAccounts } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Writer } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'

/** Versions of an app that are stored, including the current one. */
const maxVersions = 50

/** A row of `apps` without its source, with the owner's name. */
export interface AppRow {
  id: string
  owner: string
  author: string
  slug: string
  name: string
  description: string
  tags: string
  icon: string | null
  has_icon: boolean | number
  size_bytes: number
  calls: string
  public: boolean | number
  price: number | string
  uses: number | string
  version: number
  origin_kind: 'created' | 'build' | 'fork'
  origin_build: string | null
  origin_thread: string | null
  origin_slug: string | null
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

/** A whole row. */
export interface WholeAppRow extends AppRow {
  html: string
}

/** A version of an app. */
export interface VersionRow {
  number: number
  name: string
  description: string
  tags: string
  icon: string | null
  html: string
  calls: string
  created_at: number | string
}

/** A version as lists show it. */
export interface ListedVersion extends Pick<VersionRow, 'number' | 'name' | 'created_at'> {
  size_bytes: number | string
}

/** The columns that an edit can change. */
export const contentColumns = ['name', 'description', 'tags', 'icon', 'html'] as const

const plain = [
  'id',
  'owner',
  'slug',
  'name',
  'description',
  'tags',
  'size_bytes',
  'calls',
  'public',
  'price',
  'uses',
  'version',
  'origin_kind',
  'origin_build',
  'origin_thread',
  'origin_slug',
  'by_others',
  'created_at',
  'updated_at',
].map((column) => `apps.${column}`)

function summaries(sql: Knex): Knex.QueryBuilder {
  return joinAccounts(sql('apps'), 'apps.owner')
    .select(plain)
    .select('accounts.username as author', sql.raw('apps.icon is not null as has_icon'))
}

function whole(sql: Knex): Knex.QueryBuilder {
  return summaries(sql).select('apps.icon', 'apps.html')
}

/** Micro-credits that anyone but the owner pays for an opening. */
export function priceOf({ price }: Pick<AppRow, 'price'>): number {
  return Number(price)
}

export function isPublic(row: Pick<AppRow, 'public'>): boolean {
  return asBoolean(row.public)
}

/** An app by its slug, if it is public or the reader's own. @param reader an account id; `''` without an account */
export const visible = statement<{ slug: string; reader: string }>((sql, param) =>
  ofOpenAccounts(whole(sql), 'apps.owner')
    .where({ 'apps.slug': param('slug') })
    .whereRaw('(apps.public or apps.owner = ?)', [param('reader')]),
)

export const visibleById = statement<{ id: string; reader: string }>((sql, param) =>
  ofOpenAccounts(whole(sql), 'apps.owner')
    .where({ 'apps.id': param('id') })
    .whereRaw('(apps.public or apps.owner = ?)', [param('reader')]),
)

export const owned = statement<{ slug: string; owner: string }>((sql, param) =>
  whole(sql).where({ 'apps.slug': param('slug'), 'apps.owner': param('owner') }),
)

export const ownedById = statement<{ id: string; owner: string }>((sql, param) =>
  whole(sql).where({ 'apps.id': param('id'), 'apps.owner': param('owner') }),
)

/** The apps of an account after a given one, most recently edited first. */
export const ownedAfter = statement<{ owner: string; updated_at: number; id: string; size: number }>((sql, param) =>
  summaries(sql)
    .where({ 'apps.owner': param('owner') })
    .whereRaw('(apps.updated_at, apps.id) < (?, ?)', [param('updated_at'), param('id')])
    .orderByRaw('apps.updated_at desc, apps.id desc')
    .limit(param('size') as number),
)

export const countOwned = statement<{ owner: string }>((sql, param) =>
  sql('apps')
    .where({ owner: param('owner') })
    .count({ count: '*' }),
)

/** The newest public apps. */
export const publicApps = statement<{ limit: number; offset: number }>((sql, param) =>
  ofOpenAccounts(summaries(sql), 'apps.owner')
    .where('apps.public', true)
    .orderByRaw('apps.created_at desc, apps.id desc')
    .limit(param('limit') as number)
    .offset(param('offset') as number),
)

export const remove = statement<{ id: string; owner: string }>((sql, param) =>
  sql('apps')
    .where({ id: param('id'), owner: param('owner') })
    .delete(),
)

export const countUse = statement<{ id: string }>((sql, param) =>
  sql('apps')
    .where({ id: param('id') })
    .update({ uses: sql.raw('uses + 1') }),
)

export const setPublic = statement<{ id: string; owner: string; public: boolean }>((sql, param) =>
  sql('apps')
    .where({ id: param('id'), owner: param('owner') })
    .update({ public: param('public') }),
)

/** The versions of an app without their source, newest first. */
export const versions = statement<{ app: string; owner: string }>((sql, param) =>
  sql('app_versions')
    .select('number', 'name', 'created_at', sql.raw('octet_length(html) as size_bytes'))
    .where({ app: param('app'), owner: param('owner') })
    .orderBy('number', 'desc'),
)

export const version = statement<{ app: string; owner: string; number: number }>((sql, param) =>
  sql('app_versions')
    .select('number', ...contentColumns, 'calls', 'created_at')
    .where({ app: param('app'), owner: param('owner'), number: param('number') }),
)

const deleteVersions = statement<{ app: string; upTo: number }>((sql, param) =>
  sql('app_versions')
    .where({ app: param('app') })
    .where('number', '<=', param('upTo'))
    .delete(),
)

/** Stores a version, and deletes the oldest one beyond the bound. */
export async function insertVersion(tx: Writer, row: { app: string; number: number }): Promise<void> {
  await tx.run(tx.sql('app_versions').insert(row))
  await tx.run(deleteVersions({ app: row.app, upTo: row.number - maxVersions }))
}

/** Stores a new app and returns true; false if its slug is taken. */
export async function insertIfFree(tx: Writer, row: object): Promise<boolean> {
  return (await tx.run(tx.sql('apps').insert(row).onConflict('slug').ignore())).changes > 0
}

export async function update(tx: Writer, { id, owner }: { id: string; owner: string }, columns: object): Promise<void> {
  await tx.run(tx.sql('apps').where({ id, owner }).update(columns))
}

/** For readers with a ticket: it was issued only if they may open the app. */
export const byId = statement<{ id: string }>((sql, param) =>
  ofOpenAccounts(whole(sql), 'apps.owner').where({ 'apps.id': param('id') }),
)

import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { ownedRows } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'

export interface FileRow {
  id: string
  owner: string
  name: string
  type: string
  bytes: number | string
  checksum: string
  is_text: boolean | number
  public: boolean | number
  blob_id: string
  by_others: boolean | number
  created_at: number | string
  updated_at: number | string
}

/** A row with the username of its owner. */
export interface ListedRow extends FileRow {
  username: string
}

const columns = [
  'id',
  'owner',
  'name',
  'type',
  'bytes',
  'checksum',
  'is_text',
  'public',
  'blob_id',
  'by_others',
  'created_at',
  'updated_at',
]

type NewFile = {
  id: string
  owner: string
  name: string
  type: string
  bytes: number
  checksum: string
  is_text: boolean
  public: boolean
  blob_id: string
  now: number
}

const owned = ownedRows<FileRow>('files', columns)

export const { find, delete: remove } = owned

export const insert = owned.insert<NewFile>(['name', 'type', 'bytes', 'checksum', 'is_text', 'public', 'blob_id'])

export const setPublic = owned.update<{ id: string; owner: string; public: boolean; now: number }>((_sql, param) => ({
  public: param('public'),
  updated_at: param('now'),
}))

export const countOwn = statement<{ owner: string }>((sql, param) =>
  sql('files')
    .count({ total: '*' })
    .where({ owner: param('owner') }),
)

/** The file, if this account may read it; `''`, which is no account's id, for readers who are not signed in. */
export const readable = statement<{ id: string; reader: string }>((sql, param) =>
  joinAccounts(sql('files'), 'files.owner')
    .select(columns.map((column) => `files.${column}`))
    .select('accounts.username')
    .where('files.id', param('id'))
    .whereNull('accounts.closed_at')
    .whereRaw('(files.public or files.owner = ?)', [param('reader')]),
)

type Page = { owner: string; created_at: number | string; id: string; size: number }

/** The next page of an account's files, newest first. */
export const olderThan = statement<Page>((sql, param) =>
  sql('files')
    .select(columns)
    .where({ owner: param('owner') })
    .whereRaw('(created_at, id) < (?, ?)', [param('created_at'), param('id')])
    .orderByRaw('created_at desc, id desc')
    .limit(param('size') as never),
)

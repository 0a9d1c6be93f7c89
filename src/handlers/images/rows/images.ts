import { joinAccounts } from '#runtime/accounts/usernames.ts'
import { keepIfNull, ownedRows } from '#runtime/store/owned-rows.ts'
import { statement } from '#runtime/store/statement.ts'

/** The type and size of a picture, and the sizes of its copies. They are stored as one run of bytes: full, medium, thumbnail. */
export interface StoredSizes {
  type: string
  width: number | string
  height: number | string
  bytes: number | string
  medium_bytes: number | string
  thumbnail_bytes: number | string
  checksum: string
}

export interface ImageRow extends StoredSizes {
  id: string
  owner: string
  title: string | null
  description: string | null
  /** A JSON list. */
  tags: string
  origin: 'uploaded' | 'generated'
  prompt: string | null
  public: boolean | number
  by_others: boolean | number
  /** The file name in archives. */
  file_name: string
  blob_id: string
  created_at: number | string
  updated_at: number | string
}

/** A row with the username of its owner. */
export interface ListedRow extends ImageRow {
  username: string
}

/** Comes after every id, in every collation. */
export const lastId = `image_7${'z'.repeat(25)}`

const given = [
  'title',
  'description',
  'tags',
  'origin',
  'prompt',
  'public',
  'file_name',
  'type',
  'width',
  'height',
  'bytes',
  'medium_bytes',
  'thumbnail_bytes',
  'checksum',
  'blob_id',
] as const

const columns = ['id', 'owner', ...given, 'by_others', 'created_at', 'updated_at']
const listed = [...columns.map((column) => `images.${column}`), 'accounts.username']

type NewImage = Omit<ImageRow, 'by_others' | 'created_at' | 'updated_at'> & {
  now: number
  public: boolean
  width: number
  height: number
  bytes: number
  medium_bytes: number
  thumbnail_bytes: number
}

const owned = ownedRows<ImageRow>('images', columns)

export const { find, delete: remove } = owned

export const insert = owned.insert<NewImage>([...given])

type Change = {
  id: string
  owner: string
  title: string | null
  description: string | null
  tags: string | null
  now: number
}

/** Null leaves a column as it is. */
export const update = owned.update<Change>((sql, param) => ({
  title: keepIfNull(sql, param, 'title'),
  description: keepIfNull(sql, param, 'description'),
  tags: keepIfNull(sql, param, 'tags'),
  updated_at: param('now'),
}))

export const setPublic = owned.update<{ id: string; owner: string; public: boolean; now: number }>((_sql, param) => ({
  public: param('public'),
  updated_at: param('now'),
}))

export const countOwn = statement<{ owner: string }>((sql, param) =>
  sql('images')
    .count({ total: '*' })
    .where({ owner: param('owner') }),
)

/** The picture, if this account may see it; `''`, which is no account's id, for readers who are not signed in. */
export const readable = statement<{ id: string; reader: string }>((sql, param) =>
  joinAccounts(sql('images'), 'images.owner')
    .select(listed)
    .where('images.id', param('id'))
    .whereNull('accounts.closed_at')
    .whereRaw('(images.public or images.owner = ?)', [param('reader')]),
)

type Page = { owner: string; before: string; size: number }

/** The account's own, newest first. Later ids are larger. */
export const ownBefore = statement<Page>((sql, param) =>
  joinAccounts(sql('images'), 'images.owner')
    .select(listed)
    .where('images.owner', param('owner'))
    .where('images.id', '<', param('before'))
    .orderBy('images.id', 'desc')
    .limit(param('size') as never),
)

/** Published pictures of all accounts, newest first. */
export const publishedBefore = statement<Omit<Page, 'owner'>>((sql, param) =>
  joinAccounts(sql('images'), 'images.owner')
    .select(listed)
    .whereRaw('images.public')
    .whereNull('accounts.closed_at')
    .where('images.id', '<', param('before'))
    .orderBy('images.id', 'desc')
    .limit(param('size') as never),
)

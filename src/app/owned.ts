import { type OwnedTable, serverTables } from '../runtime/accounts/owned.ts'

/** The tables of the families. A family with a table of its own stands here, or a test fails. */
const familyTables: readonly OwnedTable[] = [
  {
    table: 'blog_posts',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'blog', key: 'id', without: ['title_key', 'snippet'], booleans: ['private'] },
  },
  {
    table: 'bookmarks',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'bookmarks', key: 'id', without: ['url_key'] },
  },
  {
    table: 'contacts',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'contacts', key: 'id', without: ['name_key', 'name_find', 'email_find', 'phone_find'] },
  },
  {
    table: 'docs',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'docs', key: 'id', without: ['title_key', 'snippet', 'length'], booleans: ['public'] },
  },
  {
    table: 'links',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'links', key: 'id', booleans: ['forward_query'], json: ['tags'] },
  },
  {
    table: 'notes',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'notes', key: 'id', without: ['title_key'] },
  },
  {
    table: 'tasks',
    account: 'owner',
    whenDeleted: 'delete',
    archive: { file: 'tasks', key: 'id', without: ['rank', 'is_done', 'snippet'] },
  },
]

/** Every table that holds something of an account. */
export const ownedTables: readonly OwnedTable[] = [...serverTables, ...familyTables]

import type { Knex } from 'knex'
import { migrations } from '#app/migrations.ts'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { type PartsEntry, reindexed, type SearchEntry } from '#runtime/search/index.ts'
import { insertJsonRows, type JsonColumns, jsonRows } from '#runtime/store/json-rows.ts'
import { openStore } from '#runtime/store/open.ts'
import type { Dialect, Store } from '#runtime/store/types.ts'
import { searchEntryOf as postEntry } from '../src/handlers/blog/search/entry.ts'
import { searchEntryOf as bookmarkEntry } from '../src/handlers/bookmarks/search/entry.ts'
import { searchEntryOf as contactEntry, sortKey } from '../src/handlers/contacts/search/find-text.ts'
import { searchEntryOf as docEntry } from '../src/handlers/docs/search/entry.ts'
import { searchEntryOf as linkEntry } from '../src/handlers/url/search/entry.ts'

/** The accounts: one with all the rows, and a neighbour with one note. */
export const big = { username: 'growing', password: 'correct horse battery' }
const neighbour = { username: 'neighbour', password: 'correct horse battery' }

/** In every record, and in one of them. */
export const commonWord = 'harbour'
export const rareWord = 'zanzibar'

const rowsAtOnce = 500
const firstMs = 1_700_000_000_000
const services = ['notes', 'tasks', 'docs', 'bookmarks', 'url', 'contacts', 'blog']

/** The families whose rows are made. */
export const filledFamilies: readonly string[] = services

type Cell = string | number | null
type Entry = SearchEntry | PartsEntry

/** How one family's row number n is stored. */
interface Filled {
  readonly family: string
  readonly table: string
  readonly columns: JsonColumns
  readonly row: (n: number, isRare: boolean) => Record<string, Cell>
  readonly entry?: (row: Record<string, Cell>) => Entry
}

const text = 'text'
const bigint = 'bigint'
const title = (n: number, isRare: boolean) => `${isRare ? rareWord : `Errand ${n}`} at the ${commonWord}`
const idOf = (kind: string, n: number) => `${kind}_${String(n).padStart(26, '0')}`
const body = 'Ropes, lamps and two tins of paint; ask for the key at the office before noon. '.repeat(3)

/** The contents of a row, the same in every family and as valid as the handlers' own. */
function families(dialect: Dialect): readonly Filled[] {
  const no = dialect === 'sqlite' ? 0 : 'false'
  const common = { id: text, owner: text, created_at: bigint, updated_at: bigint } as const
  const recordOf = (kind: string, n: number) => ({
    id: idOf(kind, n),
    created_at: firstMs + n * 1000,
    updated_at: firstMs + n * 1000,
  })
  return [
    {
      family: 'notes',
      table: 'notes',
      columns: { ...common, title: text, title_key: text, text },
      row: (n, isRare) => ({
        ...recordOf('note', n),
        title: title(n, isRare),
        title_key: identityKey(`Note ${n}`),
        text: body,
      }),
    },
    {
      family: 'tasks',
      table: 'tasks',
      columns: {
        ...common,
        title: text,
        status: text,
        assignee: text,
        is_done: text,
        rank: bigint,
        snippet: text,
        detail: text,
      },
      row: (n, isRare) => ({
        ...recordOf('task', n),
        ...{ title: title(n, isRare), status: 'todo', assignee: 'agent', is_done: no, rank: firstMs + n * 1000 },
        ...{ snippet: body.slice(0, 190), detail: body },
      }),
    },
    {
      family: 'docs',
      table: 'docs',
      columns: { ...common, title: text, title_key: text, public: text, snippet: text, length: bigint, content: text },
      row: (n, isRare) => ({
        ...recordOf('doc', n),
        ...{ title: title(n, isRare), title_key: identityKey(`Doc ${n}`), public: no },
        ...{ snippet: body.slice(0, 190), length: body.length, content: body },
      }),
      entry: (row) => docEntry(row as never),
    },
    {
      family: 'bookmarks',
      table: 'bookmarks',
      columns: { ...common, url: text, url_key: text, title: text, kind: text, source: text },
      row: (n, isRare) => ({
        ...recordOf('bookmark', n),
        ...{
          url: `https://harbour.example/${n}`,
          url_key: String(n),
          title: title(n, isRare),
          kind: 'link',
          source: 'harbour.example',
        },
      }),
      entry: (row) => bookmarkEntry({ excerpt: null, note: null, ...row } as never, row.owner as string),
    },
    {
      family: 'url',
      table: 'links',
      columns: { ...common, destination: text, title: text, tags: text },
      row: (n, isRare) => ({
        ...recordOf('link', n),
        ...{ id: `growth-${n}`, destination: `https://harbour.example/${n}`, title: title(n, isRare) },
        tags: isRare ? '["sea","lamp"]' : '["sea"]',
      }),
      entry: (row) => linkEntry(row as never, row.owner as string),
    },
    {
      family: 'contacts',
      table: 'contacts',
      columns: { ...common, name: text, name_key: text, name_sort: text, email: text, phone: text },
      row: (n, isRare) => {
        const name = isRare ? `${rareWord} ${n}` : `Ada ${commonWord} ${n}`
        return {
          ...recordOf('contact', n),
          name,
          name_key: identityKey(name),
          name_sort: sortKey(name),
          email: `ada.${n}@example.org`,
          phone: String(7_700_000_000 + n),
        }
      },
      entry: (row) => contactEntry(row as never),
    },
    {
      family: 'blog',
      table: 'blog_posts',
      columns: { ...common, title: text, title_key: text, private: text, tags: text, snippet: text, content: text },
      row: (n, isRare) => ({
        ...recordOf('post', n),
        ...{ title: title(n, isRare), title_key: identityKey(title(n, isRare)), private: no, tags: 'sea' },
        ...{ snippet: body.slice(0, 190), content: body },
      }),
      entry: (row) => postEntry({ ...row, private: false } as never),
    },
  ]
}

/** The tokens of the two accounts. */
export interface Tokens {
  readonly big: string
  readonly neighbour: string
}

/** A database with one account that has this many rows of each of these families, written as the families write them. */
export async function fillDatabase(
  place: { dataDir: string; databaseUrl?: string | undefined },
  rows: number,
  chosen: readonly string[],
): Promise<Tokens> {
  const store = await openStore(place)
  await store.migrate(migrations)
  const accounts = createAccounts({ store, clock: systemClock, welcomeMicroCredits: 10 ** 12, namespacedTables: [] })
  const tokenOf = async (id: string) =>
    (await createTokens({ store, clock: systemClock, services }).create(id, { scope: { services } })).secret
  // The first account is the administrator, so that both others can be deleted.
  await accounts.create({ username: 'keeper', password: neighbour.password })
  const [{ id: owner }, { id: other }] = [await accounts.create(big), await accounts.create(neighbour)]
  const times = { created_at: 1, updated_at: 1 }
  const note = {
    id: 'note_of_neighbour',
    owner: other,
    title: 'Key',
    title_key: 'key',
    text: 'Under the mat',
    ...times,
  }
  await store.run(store.sql('notes').insert(note))
  const filled = families(store.dialect).filter(({ family }) => chosen.includes(family))
  for (const family of filled) await fill(store, family, owner, rows)
  await settle(store)
  const tokens = { big: await tokenOf(owner), neighbour: await tokenOf(other) }
  await store.close()
  return tokens
}

/** The index is filled as a migration does it, many entries in a statement. */
async function fill(store: Store, { table, columns, row, entry }: Filled, owner: string, rows: number): Promise<void> {
  async function* pages() {
    for (let at = 0; at < rows; at += rowsAtOnce) {
      const some = Array.from({ length: Math.min(rowsAtOnce, rows - at) }, (_, n) => ({
        ...row(at + n, at + n === Math.floor(rows / 3)),
        owner,
      }))
      await store.run(typed(store.sql, table, columns, jsonRows(columns, some)))
      yield entry ? some.map(entry) : []
    }
  }
  const writer = { raw: (text: string, values: Knex.Value[]) => store.run(store.sql.raw(text, values)) }
  await reindexed(writer as unknown as Knex, store.dialect, pages())
}

/** Booleans come as texts, which PostgreSQL casts only on request. */
function typed(sql: Knex, table: string, columns: JsonColumns, rows: string): Knex.Raw {
  const insert = insertJsonRows(sql, table, columns, rows)
  const booleans = ['is_done', 'public', 'private'].filter((name) => name in columns)
  const { sql: statement, bindings } = insert.toSQL()
  const cast = booleans.reduce(
    (done, name) => done.replace(new RegExp(`(value ->> \\d+) as ${name}\\b`), `($1)::boolean as ${name}`),
    statement,
  )
  return sql.raw(cast, bindings as Knex.Value[])
}

/** Collects statistics, and vacuums PostgreSQL, as in a database that has been in use for a while. */
async function settle(store: Store): Promise<void> {
  if (store.dialect === 'sqlite') await store.run(store.sql.raw('analyze'))
  else await store.take(store.sql.raw('vacuum analyze'))
}

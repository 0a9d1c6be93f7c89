import type { Knex } from 'knex'
import type { Result } from '#generated/server/handlers.ts'
import { sortedPages } from '../../runtime/base/sort.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { StreamedResult } from '../../runtime/calls/streamed.ts'
import { keysetPages, packed, rowsById } from '../../runtime/store/keyset.ts'
import { type ContactRow, contactColumns, contactOf } from './answers.ts'

type Contacts = Result<'contacts.list'>

interface Entry {
  readonly id: string
  readonly name: string
  readonly name_key: string
}

const entriesPerPage = 500
const cardsPerPage = 50

/** The same order on every machine and database, independent of their locale. */
const byName = new Intl.Collator('en', { numeric: true })

/**
 * Cards in the order of an address book: by name, Émile beside Emily; equal names in the order of creation. No database
 * sorts like that, so the names are read and sorted first, and the cards are read as they are wanted.
 *
 * @param narrow adds to the query which cards are meant; without it, all of the caller's
 */
export function addressBook(ctx: Context, narrow?: (query: Knex.QueryBuilder) => void): StreamedResult<Contacts> {
  return new StreamedResult<Contacts>({ items: cards(ctx, narrow) })
}

async function* cards(
  { store, account }: Context,
  narrow: ((query: Knex.QueryBuilder) => void) | undefined,
): AsyncGenerator<Contacts['items']> {
  const owner = account.id
  const pages = keysetPages<Entry>(entriesPerPage, (last, size) => {
    const query = store.sql('contacts').select('id', 'name', 'name_key').where({ owner })
    if (last) query.where('name_key', '>', last.name_key)
    narrow?.(query)
    return store.all(query.orderBy('name_key').limit(size))
  })
  const entries = await sortedPages(pages, (a, b) => byName.compare(a.name, b.name) || (a.id < b.id ? -1 : 1))
  const packs = packed(entries, { most: cardsPerPage, mostBytes: Number.POSITIVE_INFINITY, bytesOf: () => 0 })
  const read = (ids: readonly string[]) =>
    store.all<ContactRow>(store.sql('contacts').select(contactColumns).where({ owner }).whereIn('id', ids))
  for await (const rows of rowsById(packs, read)) yield rows.map(contactOf)
}

import type { Knex } from 'knex'
import type { Result } from '#generated/server/handlers.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { StreamedResult } from '../../runtime/calls/streamed.ts'
import { keysetPages } from '../../runtime/store/keyset.ts'
import { statement } from '../../runtime/store/statement.ts'
import { type ContactRow, contactColumns, contactOf } from './answers.ts'

type Contacts = Result<'contacts.list'>

type Entry = ContactRow & { name_sort: string }

const cardsPerPage = 100
const columns = [...contactColumns, 'name_sort']
const inOrder = ['name_sort', 'id']

const cardsAfter = statement<{ owner: string; name_sort: string; id: string; size: number }>((sql, param) =>
  sql('contacts')
    .select(columns)
    .where({ owner: param('owner') })
    .whereRaw('(name_sort, id) > (?, ?)', [param('name_sort'), param('id')])
    .orderBy(inOrder)
    .limit(param('size') as number),
)

/** All of the caller's cards, by name. */
export function addressBook({ store, account: { id: owner } }: Context): StreamedResult<Contacts> {
  const pages = keysetPages<Entry>(cardsPerPage, (last, size) =>
    store.all(cardsAfter({ owner, name_sort: last?.name_sort ?? '', id: last?.id ?? '', size })),
  )
  async function* cards(): AsyncGenerator<Contacts['items']> {
    for await (const rows of pages) yield rows.map(contactOf)
  }
  return new StreamedResult<Contacts>({ items: cards() })
}

/** Those of these cards that are the owner's, by name. */
export function cardsWithIds(sql: Knex, owner: string, ids: readonly string[]): Knex.QueryBuilder {
  return sql('contacts').select(contactColumns).where({ owner }).whereIn('id', ids).orderBy(inOrder)
}

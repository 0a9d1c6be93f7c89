import type { Handler, Result } from '#generated/server/handlers.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import { contactOf } from '../results.ts'
import * as rows from '../rows.ts'

type Contacts = Result<'contacts.list'>

const cardsPerPage = 100

/** All of the caller's cards, by name. */
export default (): Handler<'contacts.list'> =>
  (_, { store, account: { id: owner } }) => {
    const pages = keysetPages<rows.ContactRow & { name_sort: string }>(cardsPerPage, (last, size) =>
      store.all(rows.pageAfter({ owner, name_sort: last?.name_sort ?? '', id: last?.id ?? '', size })),
    )
    async function* cards(): AsyncGenerator<Contacts['items']> {
      for await (const page of pages) yield page.map(contactOf)
    }
    return new StreamedResult<Contacts>({ items: cards() })
  }

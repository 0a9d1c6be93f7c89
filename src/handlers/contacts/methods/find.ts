import type { Handler } from '#generated/server/handlers.ts'
import { contactOf } from '../results.ts'
import { type ContactRow, cards } from '../rows.ts'
import { findTexts, searchKind } from '../search/find-text.ts'

/** Cards that a search returns. */
const maxFound = 500

export default (): Handler<'contacts.find'> =>
  async ({ query }, { store, search, account: { id: owner } }) => {
    const wanted = { kind: searchKind, in: { owner }, anyOf: findTexts(query), limit: maxFound }
    const { rows, hasMore } = await search.findRows<ContactRow>(store, wanted, cards)
    return { items: rows.map(contactOf), is_truncated: hasMore }
  }

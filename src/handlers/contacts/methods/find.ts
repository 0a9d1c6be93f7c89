import type { Handler } from '#generated/server/handlers.ts'
import { contactOf } from '../results.ts'
import * as rows from '../rows.ts'
import { findTexts, searchKind } from '../search/find-text.ts'

/** Cards that a search returns. */
const maxFound = 500

export default (): Handler<'contacts.find'> =>
  async ({ query }, { store, search, account: { id: owner } }) => {
    const wanted = { kind: searchKind, in: { owner }, anyOf: findTexts(query), limit: maxFound }
    const { ids, next } = await search.find(store, wanted)
    const cards = await store.all<rows.ContactRow>(rows.withIds({ owner, ids: JSON.stringify(ids) }))
    return { items: cards.map(contactOf), is_truncated: next !== undefined }
  }

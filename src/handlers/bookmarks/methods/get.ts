import type { Handler } from '#generated/server/handlers.ts'
import { archivedItem } from '#handlers/archive/contracts.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import type { BookmarksDeps } from '../index.ts'
import { bookmarkOf, noSuchBookmark, readableBookmark } from '../results.ts'
import * as rows from '../rows.ts'

/** Characters of the archived text that are returned. */
const maxText = 12_000

export default ({ query }: BookmarksDeps): Handler<'bookmarks.get'> =>
  async ({ id }, ctx) => {
    const row = await rows.find(ctx.store, { owner: ctx.account.id, id })
    if (!row) throw noSuchBookmark(id)
    const item = row.ref === null ? undefined : await query(archivedItem, { id: row.ref })
    return { bookmark: bookmarkOf(row), text: readableBookmark(row, item && firstCharacters(item.text, maxText)) }
  }

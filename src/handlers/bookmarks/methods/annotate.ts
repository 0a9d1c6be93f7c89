import type { Handler } from '#generated/server/handlers.ts'
import { noteOf } from '../note.ts'
import { bookmarkOf, noSuchBookmark } from '../results.ts'
import * as rows from '../rows.ts'
import { searchEntryOf } from '../search/entry.ts'

export default (): Handler<'bookmarks.annotate'> =>
  async ({ id, note }, ctx) => {
    const owner = ctx.account.id
    const row = await ctx.store.write(async (tx) => {
      if (note === undefined) return rows.find(tx, { owner, id })
      const changed = await rows.setNote(tx, { owner, id, note: noteOf(note), now: ctx.clock.now() })
      if (changed) await ctx.search.put(tx, searchEntryOf(changed, owner), 'created')
      return changed
    })
    if (!row) throw noSuchBookmark(id)
    return bookmarkOf(row)
  }

import type { Handler } from '#generated/server/handlers.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { noSuchNote, noteOf } from '../results.ts'
import * as rows from '../rows/notes.ts'

export default (): Handler<'notes.get'> =>
  async ({ title }, ctx) => {
    const find = rows.byTitle({ owner: ctx.account.id, title_key: identityKey(title) })
    const row = await ctx.store.get<rows.NoteRow>(find)
    if (!row) throw noSuchNote(title)
    return noteOf(row)
  }

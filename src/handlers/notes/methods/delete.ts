import type { Handler } from '#generated/server/handlers.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { noSuchNote } from '../results.ts'
import * as rows from '../rows/notes.ts'

export default (): Handler<'notes.delete'> =>
  async ({ title }, ctx) => {
    const owner = ctx.account.id
    const find = rows.byTitle({ owner, title_key: identityKey(title) })
    const id = await ctx.store.write(async (tx) => {
      const row = await tx.get<rows.NoteRow>(find)
      return row && (await rows.remove(tx, { owner, id: row.id })) ? row.id : undefined
    })
    if (id === undefined) throw noSuchNote(title)
    return { id, deleted: true }
  }

import type { Handler } from '#generated/server/handlers.ts'
import { newId } from '#runtime/base/ids.ts'
import { identityKey } from '#runtime/base/text/identity-key.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { noteOf } from '../results.ts'
import * as rows from '../rows/notes.ts'

export default (): Handler<'notes.add'> => async (args, ctx) => {
  const { title, text } = args
  const id = newId('note')
  const note = {
    id,
    owner: ctx.account.id,
    title: oneLine(title),
    title_key: identityKey(title),
    text,
    now: ctx.clock.now(),
  }
  const key = { owner: note.owner, title_key: note.title_key }
  await ctx.overwriting(async () => (await ctx.store.get(rows.byTitle(key))) !== undefined)
  return ctx.store.write(async (tx) => {
    const row = await rows.write(tx, note)
    return ctx.returns({ note: noteOf(row), is_new: row.id === id })
  })
}

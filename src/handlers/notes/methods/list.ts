import type { Handler, Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { type Note, noteOf } from '../results.ts'
import { fewNotes, newestFirst } from '../rows/newest-first.ts'

export default (): Handler<'notes.list'> => async (_, ctx) => {
  const few = await fewNotes(ctx.store, ctx.account.id)
  return few ? { items: few.map(noteOf) } : new StreamedResult<Result<'notes.list'>>({ items: notePages(ctx) })
}

async function* notePages({ store, account, clock }: Context): AsyncGenerator<Note[]> {
  for await (const page of newestFirst(store, account.id, () => clock.now())) yield page.map(noteOf)
}

import type { Handler, Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { type Note, noteOf } from '../results.ts'
import { newestFirst } from '../rows/newest-first.ts'

export default (): Handler<'notes.list'> => (_, ctx) =>
  new StreamedResult<Result<'notes.list'>>({ items: notePages(ctx) })

async function* notePages({ store, account, clock }: Context): AsyncGenerator<Note[]> {
  for await (const page of newestFirst(store, account.id, () => clock.now())) yield page.map(noteOf)
}

import type { NotesHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { StreamedResult } from '../../runtime/calls/streamed.ts'
import { ownedRows } from '../../runtime/store/owned-rows.ts'
import { statement } from '../../runtime/store/statement.ts'
import { newestFirst } from './newest-first.ts'

type Note = Result<'notes.get'>

interface NoteRow {
  id: string
  title: string
  text: string
  created_at: number | string
  updated_at: number | string
}

const columns = ['id', 'title', 'text', 'created_at', 'updated_at']

const owned = ownedRows<NoteRow>('notes', columns)

type NewNote = { id: string; owner: string; title: string; title_key: string; text: string; now: number }

/** One statement, so that two simultaneous calls with one new title make one note. The first spelling of the title stays. */
const writeNote = owned.insert<NewNote>(['title', 'title_key', 'text'], {
  onConflict: (insert) => insert.onConflict(['owner', 'title_key']).merge(['text', 'updated_at']),
})

const noteByTitle = statement<{ owner: string; title_key: string }>((sql, param) =>
  sql('notes')
    .select(columns)
    .where({ owner: param('owner'), title_key: param('title_key') }),
)

/** Private notes, identified by their title. */
export const notes: NotesHandlers<Context> = {
  async add({ title, text }, ctx) {
    const id = newId('note')
    const note = {
      id,
      owner: ctx.account.id,
      title: oneLine(title),
      title_key: identityKey(title),
      text,
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) => {
      const row = await writeNote(tx, note)
      return ctx.returns({ note: noteOf(row), is_new: row.id === id })
    })
  },

  async get({ title }, ctx) {
    const row = await ctx.store.get<NoteRow>(noteByTitle({ owner: ctx.account.id, title_key: identityKey(title) }))
    if (!row) throw noSuchNote(title)
    return noteOf(row)
  },

  list: (_, ctx) => new StreamedResult<Result<'notes.list'>>({ items: notePages(ctx) }),

  async delete({ title }, ctx) {
    const owner = ctx.account.id
    const find = noteByTitle({ owner, title_key: identityKey(title) })
    const id = await ctx.store.write(async (tx) => {
      const row = await tx.get<NoteRow>(find)
      return row && (await owned.delete(tx, { owner, id: row.id })) ? row.id : undefined
    })
    if (id === undefined) throw noSuchNote(title)
    return { id, deleted: true }
  },
}

async function* notePages({ store, account, clock }: Context): AsyncGenerator<Note[]> {
  const read = (ids: readonly string[]) => store.all<NoteRow>(notesByIds(store, account.id, ids))
  for await (const rows of newestFirst(store, account.id, { read, now: () => clock.now() })) yield rows.map(noteOf)
}

function notesByIds({ sql }: Context['store'], owner: string, ids: readonly string[]) {
  return sql('notes').select(columns).where({ owner }).whereIn('id', ids)
}

function noteOf({ id, title, text, created_at, updated_at }: NoteRow): Note {
  return { id, title, text, created: iso(created_at), updated: iso(updated_at) }
}

function noSuchNote(title: string): ApiError {
  return new ApiError('not_found', `You have no note with the title "${oneLine(title)}"; notes.list shows your titles.`)
}

import type { NotesHandlers, Result } from '#generated/server/handlers.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { ownedRows } from '../../runtime/store/owned-rows.ts'
import { statement } from '../../runtime/store/statement.ts'

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

const notesByChange = statement<{ owner: string }>((sql, param) =>
  sql('notes')
    .select(columns)
    .where({ owner: param('owner') })
    .orderBy([
      { column: 'updated_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]),
)

const sizeOfNotes = statement<{ owner: string }>((sql, param) =>
  sql('notes')
    .select(sql.raw('count(*) as count, coalesce(sum(octet_length(text)), 0) as bytes'))
    .where({ owner: param('owner') }),
)

const largestNotes = statement<{ owner: string }>((sql, param) =>
  sql('notes')
    .select('title')
    .where({ owner: param('owner') })
    .orderByRaw('octet_length(text) desc, id')
    .limit(5),
)

/** Private notes, addressed by their title. */
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
    const row = await ctx.store.write((tx) => writeNote(tx, note))
    return { note: noteOf(row), is_new: row.id === id }
  },

  async get({ title }, ctx) {
    const row = await ctx.store.get<NoteRow>(noteByTitle({ owner: ctx.account.id, title_key: identityKey(title) }))
    if (!row) throw noSuchNote(title)
    return noteOf(row)
  },

  async list(_, ctx) {
    await checkSize(ctx)
    const rows = await ctx.store.all<NoteRow>(notesByChange({ owner: ctx.account.id }))
    return { items: rows.map(noteOf) }
  },

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

/** notes.list has no pages, and its result is built in memory: without a bound one account could use up all of it. */
const maxListBytes = 32 * 1024 * 1024
/** What a note takes in a result beside its text. */
const bytesBesideText = 400

async function checkSize(ctx: Context): Promise<void> {
  const owner = ctx.account.id
  const size = await ctx.store.get<{ count: number | string; bytes: number | string }>(sizeOfNotes({ owner }))
  if (Number(size?.bytes) + Number(size?.count) * bytesBesideText <= maxListBytes) return
  const largest = await ctx.store.all<{ title: string }>(largestNotes({ owner }))
  throw new ApiError(
    'failed_precondition',
    `Your notes are more than the 32 MiB that one answer holds: read them with notes.get, or delete some; the largest are ${largest.map(({ title }) => `"${title}"`).join(', ')}.`,
  )
}

function noteOf({ id, title, text, created_at, updated_at }: NoteRow): Note {
  return { id, title, text, created: iso(created_at), updated: iso(updated_at) }
}

function noSuchNote(title: string): ApiError {
  return new ApiError('not_found', `You have no note with the title "${oneLine(title)}"; notes.list shows your titles.`)
}

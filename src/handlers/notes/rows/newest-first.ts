import type { Knex } from 'knex'
import { keysetPages, packed } from '#runtime/store/keyset.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader } from '#runtime/store/types.ts'
import { byIds, type NoteRow } from './notes.ts'

const entriesPerPage = 200
const notesPerPage = 100
const bytesPerPage = 256 * 1024
/** A text of at most this many bytes is read with its entry. */
const maxShortBytes = 1024

/** A note; a longer text is null, and read later. */
type Entry = Omit<NoteRow, 'text'> & { readonly text: string | null; readonly bytes: number | string }

type Place = { owner: string; updated_at: number | string; id: string; size: number }

const plainColumns = ['id', 'title', 'by_others', 'created_at', 'updated_at']
const entryColumns = (sql: Knex) => [
  ...plainColumns,
  sql.raw('octet_length(text) as bytes'),
  sql.raw(`case when octet_length(text) <= ${maxShortBytes} then text end as text`),
]

const entriesBefore = statement<Place>(
  (sql, param) =>
    sql('notes')
      .select(entryColumns(sql))
      .where(param.columns('owner'))
      .whereRaw('(updated_at, id) < (?, ?)', [param('updated_at'), param('id')])
      .orderByRaw('updated_at desc, id desc')
      .limit(param('size')),
  [...plainColumns, 'bytes', 'text'],
)

const entriesAfter = statement<Place & { until: number }>((sql, param) =>
  sql('notes')
    .select(entryColumns(sql))
    .where(param.columns('owner'))
    .whereRaw('(updated_at, id) > (?, ?)', [param('updated_at'), param('id')])
    .where('updated_at', '<=', param('until'))
    .orderBy(['updated_at', 'id'])
    .limit(param('size')),
)

const end = { updated_at: Number.MAX_SAFE_INTEGER, id: '' }

/**
 * All notes of an owner, the most recently written first, if they are short and no more than fit into one page. They are
 * read by one statement, and need none of what a long list needs.
 */
export async function fewNotes(reader: Reader, owner: string): Promise<NoteRow[] | undefined> {
  const entries = await reader.all<Entry>(entriesBefore({ owner, ...end, size: notesPerPage + 1 }))
  return entries.length <= notesPerPage && entries.every(isWhole) ? entries : undefined
}

/**
 * All notes of an owner, the most recently written first, a few at a time. One that is written while they are read is at
 * another place then, before those that have come already: such notes come at the end, unless they have come as well.
 *
 * @param now the time at which notes are written, in epoch milliseconds
 */
export async function* newestFirst(reader: Reader, owner: string, now: () => number): AsyncGenerator<NoteRow[]> {
  const given = new Set<string>()
  let newest: Entry | undefined
  const back = keysetPages<Entry>(entriesPerPage, (last, size) =>
    reader.all(entriesBefore({ owner, updated_at: (last ?? end).updated_at, id: (last ?? end).id, size })),
  )
  for await (const page of back) {
    newest ??= page[0]
    for (const { id } of page) given.add(id)
    yield* notesOf(reader, owner, page)
  }
  if (!newest) return
  const { updated_at, id } = newest
  const until = now()
  const forth = keysetPages<Entry>(entriesPerPage, (last, size) =>
    reader.all(entriesAfter({ owner, until, updated_at: last?.updated_at ?? updated_at, id: last?.id ?? id, size })),
  )
  for await (const page of forth) {
    const others = page.filter((entry) => !given.has(entry.id))
    yield* notesOf(reader, owner, others)
  }
}

const isWhole = (entry: Entry): entry is Entry & NoteRow => entry.text !== null

/** The notes of entries, a few at a time. A note with a long text that is deleted meanwhile is left out. */
async function* notesOf(reader: Reader, owner: string, entries: readonly Entry[]): AsyncGenerator<NoteRow[]> {
  const packs = packed(entries, { most: notesPerPage, mostBytes: bytesPerPage, bytesOf: ({ bytes }) => Number(bytes) })
  for (const pack of packs) {
    if (pack.every(isWhole)) yield pack
    else {
      const ids = JSON.stringify(pack.filter((entry) => !isWhole(entry)).map(({ id }) => id))
      const rows = new Map((await reader.all<NoteRow>(byIds({ owner, ids }))).map((row) => [row.id, row]))
      yield pack.flatMap((entry) => (isWhole(entry) ? entry : (rows.get(entry.id) ?? [])))
    }
  }
}

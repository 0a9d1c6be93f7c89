import { keysetPages, packed, rowsById } from '#runtime/store/keyset.ts'
import { statement } from '#runtime/store/statement.ts'
import type { Reader } from '#runtime/store/types.ts'

const entriesPerPage = 200
const notesPerPage = 100
const bytesPerPage = 256 * 1024

type Entry = { id: string; updated_at: number | string; bytes: number | string }

type Place = { owner: string; updated_at: number | string; id: string; size: number }

const entriesBefore = statement<Place>((sql, param) =>
  sql('notes')
    .select('id', 'updated_at', sql.raw('octet_length(text) as bytes'))
    .where(param.columns('owner'))
    .whereRaw('(updated_at, id) < (?, ?)', [param('updated_at'), param('id')])
    .orderByRaw('updated_at desc, id desc')
    .limit(param('size')),
)

const entriesAfter = statement<Place & { until: number }>((sql, param) =>
  sql('notes')
    .select('id', 'updated_at', sql.raw('octet_length(text) as bytes'))
    .where(param.columns('owner'))
    .whereRaw('(updated_at, id) > (?, ?)', [param('updated_at'), param('id')])
    .where('updated_at', '<=', param('until'))
    .orderBy(['updated_at', 'id'])
    .limit(param('size')),
)

interface Reading<Row> {
  /** The rows of these ids, in any order. */
  readonly read: (ids: readonly string[]) => Promise<Row[]>
  /** The time at which notes are written, in epoch milliseconds. */
  readonly now: () => number
}

/**
 * All notes of an owner, the most recently written first, a few at a time. One that is written while they are read is at another
 * place then, before those that have come already: such notes come at the end, unless they have come as well.
 */
export async function* newestFirst<Row extends { readonly id: string }>(
  reader: Reader,
  owner: string,
  { read, now }: Reading<Row>,
): AsyncGenerator<Row[]> {
  const given = new Set<string>()
  let newest: Entry | undefined
  const end = { updated_at: Number.MAX_SAFE_INTEGER, id: '' }
  const back = keysetPages<Entry>(entriesPerPage, (last, size) =>
    reader.all(entriesBefore({ owner, updated_at: (last ?? end).updated_at, id: (last ?? end).id, size })),
  )
  for await (const page of back) {
    newest ??= page[0]
    for (const { id } of page) given.add(id)
    yield* rowsById(packs(page), read)
  }
  const { updated_at, id } = newest ?? { updated_at: -1, id: '' }
  const until = now()
  const forth = keysetPages<Entry>(entriesPerPage, (last, size) =>
    reader.all(entriesAfter({ owner, until, updated_at: last?.updated_at ?? updated_at, id: last?.id ?? id, size })),
  )
  for await (const page of forth) yield* rowsById(packs(page.filter((entry) => !given.has(entry.id))), read)
}

function packs(entries: readonly Entry[]) {
  return packed(entries, { most: notesPerPage, mostBytes: bytesPerPage, bytesOf: ({ bytes }) => Number(bytes) })
}

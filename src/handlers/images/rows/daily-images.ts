import { statement } from '#runtime/store/statement.ts'
import type { Reader, Store, Writer } from '#runtime/store/types.ts'
import type { StoredSizes } from './images.ts'

/** Rows that one transaction deletes. */
const batchRows = 20

/** The picture of a day, without its bytes. */
export interface DailyRow extends StoredSizes {
  /** `YYYY-MM-DD`. */
  day: string
  id: string
  title: string
  description: string
  /** A JSON list. */
  tags: string
  created_at: number | string
}

const columns = [
  'day',
  'id',
  'title',
  'description',
  'tags',
  'type',
  'width',
  'height',
  'bytes',
  'medium_bytes',
  'thumbnail_bytes',
  'checksum',
  'created_at',
]

export const ofDay = statement<{ day: string }>((sql, param) =>
  sql('daily_images')
    .select(columns)
    .where({ day: param('day') }),
)

const ofId = statement<{ id: string }>((sql, param) =>
  sql('daily_images')
    .select(columns)
    .where({ id: param('id') }),
)

const contentOf = statement<{ day: string; from: number; size: number }>((sql, param) =>
  sql('daily_images')
    .select({ part: sql.raw('substr(content, ?, ?)', [param('from'), param('size')]) })
    .where({ day: param('day') }),
)

/** The newest up to a day; ids grow with the days. */
export const before = statement<{ last: string; before: string; size: number }>((sql, param) =>
  sql('daily_images')
    .select(columns)
    .where('day', '<=', param('last'))
    .where('id', '<', param('before'))
    .orderBy('id', 'desc')
    .limit(param('size') as never),
)

const earlierThan = statement<{ day: string; size: number }>((sql, param) =>
  sql('daily_images')
    .select('day')
    .where('day', '<', param('day'))
    .orderBy('day')
    .limit(param('size') as never),
)

export function findDaily(reader: Reader, id: string): Promise<DailyRow | undefined> {
  return reader.get<DailyRow>(ofId({ id }))
}

/** Bytes of a day's picture. @param start counts from 0 */
export async function readContent(
  reader: Reader,
  day: string,
  { start, size }: { readonly start: number; readonly size: number },
): Promise<Uint8Array | undefined> {
  return (await reader.get<{ part: Uint8Array }>(contentOf({ day, from: start + 1, size })))?.part
}

/** Stores the picture of a day, unless it has one that is to be kept. @returns the picture that the day then has */
export async function insert(
  tx: Writer,
  row: DailyRow & { readonly content: Uint8Array },
  present: 'keep' | 'replace',
): Promise<DailyRow> {
  const query = tx.sql('daily_images').insert(row).onConflict('day')
  await tx.run(present === 'keep' ? query.ignore() : query.merge())
  return (await tx.get<DailyRow>(ofDay({ day: row.day }))) as DailyRow
}

/** Deletes the pictures of all days before one, in batches: each row has a picture in it. */
export async function deleteBefore(store: Store, day: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const old = await store.all<{ day: string }>(earlierThan({ day, size: batchRows }))
    if (old.length === 0) return
    const days = old.map((row) => row.day)
    await store.write((tx) => tx.run(tx.sql('daily_images').whereIn('day', days).delete()))
  }
}

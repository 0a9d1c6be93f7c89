import { statement } from '../store/statement.ts'
import type { Reader, Writer } from '../store/types.ts'

/** A row of `cached_bytes`. */
export interface Entry {
  readonly blob: string
  readonly bytes: number | string
  readonly sha256: string
  readonly used_at: number | string
}

const columns = ['blob', 'bytes', 'sha256', 'used_at'] as const

export const entryOf = statement<{ cache: string; key: string }>((sql, param) =>
  sql('cached_bytes')
    .select(columns)
    .where({ cache: param('cache'), key: param('key') }),
)

type NewEntry = { cache: string; key: string; blob: string; bytes: number; sha256: string; used_at: number }

export const putEntry = statement<NewEntry>((sql, param) =>
  sql('cached_bytes')
    .insert({
      cache: param('cache'),
      key: param('key'),
      blob: param('blob'),
      bytes: param('bytes'),
      sha256: param('sha256'),
      used_at: param('used_at'),
    })
    .onConflict(['cache', 'key'])
    .merge(),
)

export const noteUse = statement<{ blob: string; now: number }>((sql, param) =>
  sql('cached_bytes')
    .where({ blob: param('blob') })
    .update({ used_at: param('now') }),
)

/** The least recently used entries. */
export const leastUsed = statement<{ cache: string; size: number }>((sql, param) =>
  sql('cached_bytes')
    .select(columns)
    .where({ cache: param('cache') })
    .orderBy('used_at')
    .limit(param('size') as never),
)

export function forget(tx: Writer, blobs: readonly string[]): Promise<unknown> {
  return tx.run(
    tx
      .sql('cached_bytes')
      .whereIn('blob', [...blobs])
      .delete(),
  )
}

/** Which of these keys a cache has. */
export async function keysAmong(reader: Reader, cache: string, keys: readonly string[]): Promise<string[]> {
  const query = reader
    .sql('cached_bytes')
    .select('key')
    .where({ cache })
    .whereIn('key', [...keys])
  return (await reader.all<{ key: string }>(query)).map(({ key }) => key)
}

/** Which of these bytes an entry of any cache names. */
export async function blobsAmong(reader: Reader, blobs: readonly string[]): Promise<Set<string>> {
  const query = reader
    .sql('cached_bytes')
    .select('blob')
    .whereIn('blob', [...blobs])
  return new Set((await reader.all<{ blob: string }>(query)).map(({ blob }) => blob))
}

/** The total size of a cache's entries. */
export async function totalBytes(reader: Reader, cache: string): Promise<number> {
  const row = await reader.get<{ total: number | string | null }>(
    reader.sql('cached_bytes').where({ cache }).sum({ total: 'bytes' }),
  )
  return Number(row?.total ?? 0)
}

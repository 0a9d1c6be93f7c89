import type { Query, Reader } from '../runtime/store/types.ts'

/** A reader that reports each query for rows before it runs. */
export function watchedReader(reader: Reader, watch: (query: Query) => void): Reader {
  const { dialect, sql } = reader
  return {
    dialect,
    sql,
    get: (query) => reader.get(query),
    all: (query) => {
      watch(query)
      return reader.all(query)
    },
  }
}

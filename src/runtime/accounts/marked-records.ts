import { createHash } from 'node:crypto'
import { isMarked, markColumn } from '../store/marks.ts'
import type { Reader, Store } from '../store/types.ts'

/** Marked records of one table that a list shows. */
export const maxListed = 100

/** A record with text by others, as lists name it. */
export interface MarkedEntry {
  readonly table: string
  readonly id: string
  readonly name: string
}

/** A marked record with its texts, for a person to check. */
export interface MarkedRecord extends MarkedEntry {
  /** By column, without empty ones. */
  readonly texts: readonly { readonly column: string; readonly text: string }[]
  /** Identifies exactly these texts. */
  readonly digest: string
}

type Row = Readonly<Record<string, string | number | boolean | null>>
type Key = Pick<MarkedEntry, 'table' | 'id'>

/**
 * The records of accounts that a model wrote after it had read text by others, and how a person confirms one.
 *
 * @param tables by name, the columns with their texts; the first one names the record
 */
export function createMarkedRecords(store: Store, tables: ReadonlyMap<string, readonly string[]>) {
  async function find(reader: Reader, owner: string, { table, id }: Key): Promise<MarkedRecord | undefined> {
    const columns = tables.get(table)
    if (!columns) return undefined
    const selected = [...new Set(['id', ...columns, markColumn])]
    const row = await reader.get<Row>(reader.sql(table).select(selected).where({ owner, id }))
    if (!row || !isMarked(row)) return undefined
    const texts = columns.flatMap((column) => {
      const text = row[column]
      return typeof text === 'string' && text !== '' ? [{ column, text }] : []
    })
    const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
    return { table, id, name: texts[0]?.text ?? id, texts, digest }
  }

  return {
    /** The records of an account, up to `maxListed` of each table. */
    async list(owner: string): Promise<MarkedEntry[]> {
      const lists = [...tables].map(async ([table, [name = 'id']]) => {
        const query = store.sql(table).select('id', { name }).where({ owner }).whereRaw(markColumn)
        const rows = await store.all<{ id: string; name: string }>(query.orderBy('id').limit(maxListed))
        return rows.map((row) => ({ ...row, table }))
      })
      return (await Promise.all(lists)).flat()
    },

    /** A marked record of the account; undefined if it does not exist or is not marked. */
    find: (owner: string, key: Key) => find(store, owner, key),

    /**
     * Clears the mark of a record whose texts a person has checked.
     *
     * @returns false if the texts have changed since they were read, or the record is not there
     */
    confirm: (owner: string, { table, id, digest }: Key & Pick<MarkedRecord, 'digest'>): Promise<boolean> =>
      store.write(async (tx) => {
        const record = await find(tx, owner, { table, id })
        if (record?.digest !== digest) return false
        await tx.run(
          tx
            .sql(table)
            .where({ owner, id })
            .update({ [markColumn]: false }),
        )
        return true
      }),
  }
}

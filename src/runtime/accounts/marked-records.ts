import { createHash } from 'node:crypto'
import type { Knex } from 'knex'
import { markColumn } from '../store/marks.ts'
import type { Reader, Store } from '../store/types.ts'
import type { MarkedTexts } from './owned.ts'

/** Marked records of one table that a list shows. */
export const maxListed = 100
/** Characters of the text that names a record in the list. */
const maxName = 400

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

/** Adds the condition that a model wrote the row after it had read text by others. */
function writtenByModel(query: Knex.QueryBuilder, { except = {} }: MarkedTexts): Knex.QueryBuilder {
  return Object.entries(except).reduce(
    (rest, [column, values]) => rest.whereNotIn(column, values),
    query.whereRaw(markColumn),
  )
}

/** The records of accounts that a model wrote after it had read text by others, and how a person confirms one. */
export function createMarkedRecords(store: Store, tables: ReadonlyMap<string, MarkedTexts>) {
  async function find(reader: Reader, owner: string, { table, id }: Key): Promise<MarkedRecord | undefined> {
    const marked = tables.get(table)
    if (!marked) return undefined
    const selected = [...new Set(['id', ...marked.texts])]
    const row = await reader.get<Row>(writtenByModel(reader.sql(table).select(selected).where({ owner, id }), marked))
    if (!row) return undefined
    const texts = marked.texts.flatMap((column) => {
      const text = row[column]
      return typeof text === 'string' && text !== '' ? [{ column, text }] : []
    })
    const digest = createHash('sha256').update(JSON.stringify(texts)).digest('hex')
    return { table, id, name: texts[0]?.text ?? id, texts, digest }
  }

  return {
    /** The records of an account, up to `maxListed` of each table. */
    async list(owner: string): Promise<MarkedEntry[]> {
      const lists = [...tables].map(async ([table, marked]) => {
        const name = store.sql.raw('substr(??, 1, ?) as name', [marked.texts[0], maxName])
        const query = writtenByModel(store.sql(table).select('id', name).where({ owner }), marked)
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

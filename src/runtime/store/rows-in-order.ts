import type { Knex } from 'knex'

/**
 * All rows of a table, in pages, for migrations.
 *
 * @param key the columns of a unique index, which determines the order of the rows
 */
export async function* rowsInOrder<Row>(
  knex: Knex,
  table: string,
  {
    columns,
    key,
    size,
  }: { columns: readonly (keyof Row & string)[]; key: readonly (keyof Row & string)[]; size: number },
): AsyncGenerator<Row[]> {
  const names = key.map((name) => `"${name}"`).join(', ')
  const places = key.map(() => '?').join(', ')
  const selected = [...new Set([...columns, ...key])]
  let last: Row | undefined
  for (;;) {
    const query = knex(table)
      .select(...selected)
      .orderBy([...key])
      .limit(size)
    if (last) query.whereRaw(`(${names}) > (${places})`, key.map((name) => last?.[name]) as Knex.Value[])
    const rows = (await query) as Row[]
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    last = rows.at(-1)
  }
}

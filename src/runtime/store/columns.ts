import type { Knex } from 'knex'
import type { Dialect } from './types.ts'

/** The columns of every record of an account: `id`, `owner` (deletes with the account), `created_at`, `updated_at`. */
export function recordColumns(table: Knex.CreateTableBuilder): void {
  table.text('id').primary()
  table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
  table.bigInteger('created_at').notNullable()
  table.bigInteger('updated_at').notNullable()
}

/**
 * A text column that is compared and sorted by bytes: SQLite always does so; PostgreSQL by default follows the locale of the
 * database and would order the same names differently.
 */
export function keyColumn(table: Knex.CreateTableBuilder, name: string, dialect: Dialect): Knex.ColumnBuilder {
  return table.specificType(name, dialect === 'postgres' ? 'text collate "C"' : 'text')
}

/**
 * Creates a table whose rows SQLite stores in the order of the primary key, in one tree instead of two: rows with neighbouring
 * keys are written and read together instead of in order of insertion. For tables of small rows that are looked up by their
 * key. PostgreSQL has no such tables.
 */
export async function createTableByKey(
  knex: Knex,
  dialect: Dialect,
  name: string,
  build: (table: Knex.CreateTableBuilder) => void,
): Promise<void> {
  const statements = knex.schema.createTable(name, build).toSQL() as unknown as { sql: string }[]
  for (const { sql } of statements) {
    const isTable = dialect === 'sqlite' && sql.startsWith('create table')
    await knex.raw(isTable ? `${sql} without rowid` : sql)
  }
}

import type { Knex } from 'knex'
import type { Dialect } from '../../types.ts'

/** `storage_counting`: on SQLite, the view into which the triggers of counted tables insert; the server creates its triggers. */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  if (dialect !== 'sqlite') return
  await knex.raw(`
    create view storage_counting as
      select '' as source, '' as old_owner, 0 as old_bytes, '' as new_owner, 0 as new_bytes, 0 as most, 0 as most_marked
        where false`)
}

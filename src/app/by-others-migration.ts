import type { Knex } from 'knex'
import type { Migration } from '../runtime/store/types.ts'

/** The tables of that time. A table that is marked later gets the column in its own migration. */
const tables = [
  ...['notes', 'contacts', 'tasks', 'calendar_events', 'docs', 'files', 'bookmarks', 'work'],
  ...['apps', 'app_builds', 'blog_posts', 'links'],
]

/** Adds the mark of text by others to records; existing ones count as the account's own. */
async function up(knex: Knex): Promise<void> {
  for (const name of tables) {
    await knex.schema.alterTable(name, (table) => {
      table.boolean('by_others').notNullable().defaultTo(false)
    })
    // For the page that lists them.
    await knex.raw('create index ?? on ?? (owner, id) where by_others', [`${name}_by_others`, name])
  }
}

export const byOthersMigration: Migration = { name: '20261126-04-by-others', up }

import type { Knex } from 'knex'

/**
 * A token can have services and areas of the product. Before, its `kind` said which of the two counted: what did not
 * count is cleared, so that every token keeps exactly its rights.
 */
export async function up(knex: Knex): Promise<void> {
  await knex('tokens').where({ kind: 'product' }).update({ all_services: false, services: '[]' })
  await knex('tokens').where({ kind: 'services' }).update({ capabilities: '[]' })
  // Not by knex, which would copy the table in SQLite, and so delete the keys that refer to it.
  await knex.raw('alter table tokens drop column kind')
}

import type { Knex } from 'knex'

/** Whether a conversation may have text by others. What is known of earlier ones does not say, so they count as if they had. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('recall_conversations', (table) => {
    table.boolean('has_foreign_text').notNullable().defaultTo(true)
  })
}

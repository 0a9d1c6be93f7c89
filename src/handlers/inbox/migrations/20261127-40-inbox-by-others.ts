import type { Knex } from 'knex'

/**
 * Adds the mark of text by others to threads and messages. What is known of earlier ones does not say who wrote them, so
 * they count as if others had. Outcomes of prompts get ids that are unique in an inbox, because a person confirms a message
 * by its id. The index of the archive finds the messages of an account, of which there are at most 5,000.
 */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['inbox_threads', 'inbox_messages']) {
    await knex.schema.alterTable(name, (table) => {
      table.boolean('by_others').notNullable().defaultTo(true)
    })
  }
  await knex.raw("update inbox_messages set id = thread || '/' || id where id like 'prompt@_%' escape '@'")
}

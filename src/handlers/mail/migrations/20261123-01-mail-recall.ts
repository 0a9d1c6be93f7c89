import type { Knex } from 'knex'

/**
 * `answers_to` is where the author asks answers to go (Reply-To), as JSON, where that is not the author alone. `trying` is the
 * attempt to deliver the message whose end is not known yet: by then a mail server may have it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('mail_messages', (table) => {
    table.text('answers_to')
    table.bigInteger('trying')
  })
}

import type { Knex } from 'knex'

/**
 * Programs get scopes by service and class of effects (`notes:write`), a JSON array in the `scopes` of a token. Grants
 * from before keep their services, areas and actions; codes that are waiting, for a minute at most, end.
 *
 * `program_keys`: `scopes` of an access key are the part of its grant that it has, null for all of it. From the secret of a
 * used refresh key and its `next_salt`, the server derives the same next refresh key again, so that a lost response can
 * be repeated.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('tokens', (table) => {
    table.text('scopes').notNullable().defaultTo('[]')
  })
  await knex.schema.alterTable('program_keys', (table) => {
    table.text('scopes')
    table.text('next_salt')
  })
  await knex('program_codes').whereNull('used_at').delete()
  await knex.schema.alterTable('program_codes', (table) => {
    table.text('scopes').notNullable().defaultTo('[]')
  })
  for (const column of ['services', 'capabilities', 'actions']) {
    await knex.raw('alter table program_codes drop column ??', [column])
  }
}

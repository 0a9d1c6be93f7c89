import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What other domains require of mail to them (MTA-STS, RFC 8461), as far as this server knows. They belong to no
 * account. `organization` is the registered domain of which a domain is part, and `mx` a JSON list of the names of mail
 * servers. Times are epoch milliseconds; `reported_at` is when a failure under a policy in testing mode was last
 * logged.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('mail_policies', (table) => {
    keyColumn(table, 'domain', dialect).primary()
    table.text('organization').notNullable()
    table.text('policy_id').notNullable()
    table.text('mode').notNullable().checkIn(['enforce', 'testing', 'none'], 'mail_policies_mode_known')
    table.bigInteger('fetched_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('reported_at')
    // Last, because it is large: SQLite reads the other columns without it.
    table.text('mx').notNullable()
  })
}

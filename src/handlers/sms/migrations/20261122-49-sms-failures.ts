import type { Knex } from 'knex'

/** Finds messages that failed or of which nothing is known yet, for those who run the server. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    `create index sms_messages_in_trouble on sms_messages (status, updated_at)
     where direction = 'outgoing' and status in ('queued', 'failed')`,
  )
}

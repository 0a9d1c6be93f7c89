import type { Knex } from 'knex'
import { recordColumns } from '#runtime/store/columns.ts'

/**
 * The browsers that accounts are notified in. Where they are reached (`endpoint`) is a secret between the browser, its push
 * service and us; it belongs to one account, because a browser has one user at a time. The keys are the browser's, by which
 * only it can read what is sent.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('notify_devices', (table) => {
    recordColumns(table)
    table.text('label').notNullable()
    table.text('endpoint').notNullable()
    table.text('endpoint_sha256').notNullable().unique()
    table.text('p256dh').notNullable()
    table.text('auth').notNullable()
    table.bigInteger('last_notified_at')
    table.index(['owner', 'created_at'], 'notify_devices_by_owner')
  })
}

import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * `approvals` are calls that wait for a person, and what was decided about them. `digest` is over the arguments, the
 * operation, who calls and in which run. `waiting` is the state of the run that waits, as JSON, for another process to go on
 * with, which its family finds by `waiting_key`; `resumed_at` is when a process did. `approval_rules` are decisions that also
 * count for later calls; a rule with a run ends with that run.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('approvals', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('digest').notNullable()
    table.text('operation').notNullable()
    table.text('arguments').notNullable()
    table.text('actor_kind').notNullable()
    table.text('actor_id')
    table.text('actor_name')
    table.text('run')
    table.text('reason').notNullable()
    table.bigInteger('micro_credits').notNullable()
    table
      .text('state')
      .notNullable()
      .checkIn(['pending', 'allowed', 'denied', 'expired', 'used'], 'approvals_state_known')
    table.text('waiting')
    table.text('waiting_key')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.bigInteger('decided_at')
    table.bigInteger('used_at')
    table.bigInteger('resumed_at')
    table.index(['account_id', 'state', 'id'], 'approvals_by_state')
    table.index(['account_id', 'digest'], 'approvals_by_digest')
    table.index(['account_id', 'run'], 'approvals_by_run')
    table.index(['created_at'], 'approvals_by_age')
  })
  await knex.raw("create unique index approvals_once_pending on approvals (account_id, digest) where state = 'pending'")
  await knex.schema.createTable('approval_rules', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('operation').notNullable()
    table.text('object').notNullable()
    table.text('actor_kind').notNullable()
    table.text('actor_id').notNullable()
    table.text('actor_name')
    table.text('run').notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['account_id', 'operation', 'object', 'actor_kind', 'actor_id', 'run'], {
      indexName: 'approval_rules_once',
    })
    table.index(['created_at'], 'approval_rules_by_age')
  })
}

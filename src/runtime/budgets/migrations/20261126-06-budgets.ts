import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * Budgets: how many tokens of language models, micro-credits and calls an account, or a token, named agent or app of it, may use
 * in a day and in a month.
 *
 * - `budgets` are the limits. `subject` is the id of the token, agent or app, and empty for the account.
 * - `budget_use` is what was used in the period that is named in `began`, such as `2026-11-26`; a later period begins from 0.
 *   The row of an account's day is also what transactions about its budgets wait for.
 * - `budget_reservations` is the most that answers and calls in progress can still use. They belong to a process and end at
 *   `lease_until` at the latest.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  const subjectColumns = (table: Knex.CreateTableBuilder) => {
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('kind').notNullable().checkIn(['account', 'token', 'agent', 'app'])
    keyColumn(table, 'subject', dialect).notNullable()
    table.text('period').notNullable().checkIn(['day', 'month'])
    table.primary(['account_id', 'kind', 'subject', 'period'])
  }
  await knex.schema.createTable('budgets', (table) => {
    subjectColumns(table)
    table.text('id').notNullable().unique()
    for (const name of ['max_tokens', 'max_micro_credits', 'max_calls']) table.bigInteger(name)
    table.bigInteger('updated_at').notNullable()
  })
  await knex.schema.createTable('budget_use', (table) => {
    subjectColumns(table)
    keyColumn(table, 'began', dialect).notNullable()
    for (const name of ['tokens', 'estimated_tokens', 'micro_credits', 'free_micro_credits', 'calls']) {
      table.bigInteger(name).notNullable().defaultTo(0)
    }
  })
  await knex.schema.createTable('budget_reservations', (table) => {
    table.text('id').primary()
    table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    for (const name of ['token_id', 'agent_id', 'app_id']) table.text(name)
    for (const name of ['tokens', 'micro_credits', 'free_micro_credits']) table.bigInteger(name).notNullable()
    table.text('machine').notNullable()
    table.bigInteger('pid').notNullable()
    table.bigInteger('lease_until').notNullable()
    table.index(['account_id'], 'budget_reservations_by_account')
  })
}

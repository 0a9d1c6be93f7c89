import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * The second factor of accounts. `second_factors.secret` is encrypted; while `confirmed_at` is null it is being set up.
 * `last_step` is the 30-second step of the last code used, so that no code is used twice. Recovery codes, half-finished
 * sign-ins, codes of recovery addresses and browsers seen before are stored by the SHA-256 of their secrets.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('second_factors', (table) => {
    accountColumn(table).primary()
    table.text('secret').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('confirmed_at')
    table.bigInteger('last_step').notNullable().defaultTo(0)
  })
  await knex.schema.createTable('recovery_codes', (table) => {
    keyColumn(table, 'secret_sha256', dialect).primary()
    accountColumn(table)
    table.bigInteger('created_at').notNullable()
    table.index(['account_id'], 'recovery_codes_by_account')
  })
  await knex.schema.createTable('half_sign_ins', (table) => {
    keyColumn(table, 'secret_sha256', dialect).primary()
    accountColumn(table)
    table.text('bound_to').notNullable()
    table.text('proof').notNullable()
    table.integer('tries').notNullable().defaultTo(0)
    table.bigInteger('expires_at').notNullable()
    table.index(['account_id'], 'half_sign_ins_by_account')
    table.index(['expires_at'], 'half_sign_ins_by_expiry')
  })
  await knex.schema.createTable('recovery_addresses', (table) => {
    accountColumn(table).primary()
    table.text('address')
    table.bigInteger('confirmed_at')
    table.text('pending_address')
    table.text('code_sha256')
    table.bigInteger('code_expires_at')
  })
  await knex.schema.createTable('known_devices', (table) => {
    keyColumn(table, 'secret_sha256', dialect)
    accountColumn(table)
    table.bigInteger('created_at').notNullable()
    table.bigInteger('last_seen_at').notNullable()
    table.primary(['account_id', 'secret_sha256'])
    table.index(['secret_sha256'], 'known_devices_by_secret')
  })
  await knex.schema.alterTable('sessions', (table) => {
    table.text('address')
  })
}

function accountColumn(table: Knex.CreateTableBuilder): Knex.ReferencingColumnBuilder {
  return table.text('account_id').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
}

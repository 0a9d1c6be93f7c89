import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * Messages of accounts: `provider_id` is the carrier's id, null until it is known that the carrier has one. A contact is what is
 * known of a number, for all accounts: that it wants no messages, and when it last wrote on WhatsApp. A day counts what an
 * account has sent in it; it is the number of days since 1970 (UTC).
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('sms_messages', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('account').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('direction').notNullable()
    keyColumn(table, 'other_number', dialect).notNullable()
    table.text('own_number').notNullable()
    table.text('channel').notNullable()
    table.text('text').notNullable()
    table.text('status').notNullable()
    table.integer('segments').notNullable()
    table.bigInteger('cost').notNullable()
    keyColumn(table, 'provider_id', dialect).unique({ indexName: 'sms_messages_by_provider' })
    table.text('error')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.index(['account', 'id'], 'sms_messages_by_account')
    table.index(['other_number', 'channel', 'id'], 'sms_messages_by_number')
    table.index(['created_at'], 'sms_messages_by_age')
  })
  await knex.schema.createTable('sms_numbers', (table) => {
    keyColumn(table, 'number', dialect).primary()
    table.text('account').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('verified_at').notNullable()
    table.index(['account', 'number'], 'sms_numbers_by_account')
  })
  await knex.schema.createTable('sms_codes', (table) => {
    table.text('account').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'number', dialect).notNullable()
    table.text('code_sha256').notNullable()
    table.integer('tries_left').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.primary(['account', 'number'])
    table.index(['expires_at'], 'sms_codes_by_end')
  })
  await knex.schema.createTable('sms_days', (table) => {
    table.text('account').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.integer('day').notNullable()
    table.integer('sent').notNullable()
    table.primary(['account', 'day'])
    table.index(['day'], 'sms_days_by_age')
  })
  await knex.schema.createTable('sms_contacts', (table) => {
    keyColumn(table, 'number', dialect).primary()
    table.bigInteger('stopped_at')
    table.bigInteger('whatsapp_at')
    table.index(['whatsapp_at'], 'sms_contacts_by_age')
  })
}

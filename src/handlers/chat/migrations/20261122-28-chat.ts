import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * A room is stored once somebody has posted in it. `opener` and `other` are the two people of a direct conversation, which goes
 * with the account of either; so do its messages, by `author` and `recipient`. `seq` numbers the messages of a room.
 * `trimmed_seq` is how far the old messages of a public room were deleted, `checked_at` when it was last asked whether what it is
 * about is still there, and `gone_at` since when it is not. A mark says how far an account has read a room.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('chat_rooms', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('kind').notNullable()
    table.text('title').notNullable()
    table.boolean('public').notNullable()
    table.text('opener').references('id').inTable('accounts').onDelete('CASCADE')
    table.text('other').references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('last_seq').notNullable()
    table.bigInteger('last_at').notNullable()
    table.bigInteger('trimmed_seq').notNullable().defaultTo(0)
    table.bigInteger('checked_at').notNullable()
    table.bigInteger('gone_at')
    table.index(['public', 'last_at', 'id'], 'chat_rooms_by_activity')
    table.index(['opener', 'last_at', 'id'], 'chat_rooms_by_opener')
    table.index(['other', 'last_at', 'id'], 'chat_rooms_by_other')
    table.index(['public', 'checked_at'], 'chat_rooms_by_check')
    table.index(['gone_at'], 'chat_rooms_by_end')
  })
  await knex.schema.createTable('chat_messages', (table) => {
    keyColumn(table, 'id', dialect).primary()
    keyColumn(table, 'room', dialect).notNullable()
    table.bigInteger('seq').notNullable()
    table.text('author').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('recipient').references('id').inTable('accounts').onDelete('CASCADE')
    table.boolean('by_agent').notNullable()
    table.text('text').notNullable()
    table.bigInteger('created_at').notNullable()
    table.unique(['room', 'seq'], { indexName: 'chat_messages_in_order' })
    table.index(['author', 'id'], 'chat_messages_by_author')
    table.index(['recipient', 'id'], 'chat_messages_by_recipient')
  })
  await knex.schema.createTable('chat_marks', (table) => {
    table.text('account').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    keyColumn(table, 'room', dialect).notNullable()
    table.bigInteger('read_seq').notNullable()
    table.bigInteger('read_at').notNullable()
    table.primary(['account', 'room'])
    table.index(['account', 'read_at'], 'chat_marks_by_age')
    table.index(['room'], 'chat_marks_by_room')
  })
}

import type { Knex } from 'knex'
import { createTableByKey, recordColumns } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * Only `groups` names the owner, so that a group never has two: the owner's own row in `group_members` has the role that the
 * owner would have under another owner. Deleting a member's row also deletes the invitations they sent.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('groups', (table) => {
    recordColumns(table)
    table.text('name').notNullable()
    table.boolean('encrypted').notNullable()
    table.index(['owner', 'id'], 'groups_by_owner')
  })
  await createTableByKey(knex, dialect, 'group_members', (table) => {
    table.text('group_id').notNullable().references('id').inTable('groups').onDelete('CASCADE')
    table.text('account').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('role').notNullable().checkIn(['member', 'admin'], 'group_members_role_known')
    table.bigInteger('joined_at').notNullable()
    table.primary(['group_id', 'account'])
    table.index(['account', 'group_id'], 'group_members_by_account')
  })
  await createTableByKey(knex, dialect, 'group_invitations', (table) => {
    table.text('group_id').notNullable().references('id').inTable('groups').onDelete('CASCADE')
    table.text('account').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('invited_by').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').notNullable()
    table.primary(['group_id', 'account'])
    table
      .foreign(['group_id', 'invited_by'])
      .references(['group_id', 'account'])
      .inTable('group_members')
      .onDelete('CASCADE')
    table.index(['account', 'group_id'], 'group_invitations_by_account')
    table.index(['group_id', 'invited_by'], 'group_invitations_by_sender')
    table.index(['expires_at'], 'group_invitations_by_expiry')
  })
}

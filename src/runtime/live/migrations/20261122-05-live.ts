import type { Knex } from 'knex'
import { keyColumn } from '../../store/columns.ts'
import type { Dialect } from '../../store/types.ts'

/**
 * The events of open streams, and what ends the right to a stream.
 *
 * `live_events` are the events of the last hour, so that a reader that was disconnected can catch up on any
 * process. `seq` grows along each channel in the order of the commits.
 *
 * `access_losses` names everything that has ended, by any statement: a token that was revoked or deleted, a session, and
 * names that families add. A deleted account deletes its tokens and sessions, a disabled one ends its tokens. Accounts are
 * not named: no data of a deleted one may remain.
 *
 * `firstOpenVersion` describes the `version` of both.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('live_events', (table) => {
    table.bigIncrements('seq')
    keyColumn(table, 'channel', dialect).notNullable()
    table.text('event').notNullable()
    table.text('data').notNullable()
    table.text('owner').references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('version').notNullable()
    table.index(['channel', 'seq'], 'live_events_by_channel')
    table.index(['version'], 'live_events_by_version')
    table.index(['created_at'], 'live_events_by_time')
    table.index(['owner'], 'live_events_by_owner')
  })
  await knex.schema.createTable('access_losses', (table) => {
    keyColumn(table, 'subject', dialect).primary()
    table.bigInteger('version').notNullable()
    table.index(['version'], 'access_losses_by_version')
  })
  await (dialect === 'postgres' ? noteOnPostgres(knex) : noteOnSqlite(knex))
}

const ends = [
  { table: 'tokens', name: 'tokens_revoked', event: 'update of revoked_at', when: 'new.revoked_at is not null' },
  { table: 'tokens', name: 'tokens_deleted', event: 'delete' },
  { table: 'sessions', name: 'sessions_ended', event: 'delete' },
]

/** Deletions by a foreign key's cascade also run it. */
async function noteOnSqlite(knex: Knex): Promise<void> {
  for (const { table, name, event, when } of ends) {
    await knex.raw(`
      create trigger ${name} after ${event} on ${table} ${when === undefined ? '' : `when ${when}`} begin
        insert into access_losses (subject, version)
          values (old.id, (select coalesce(max(version), 0) + 1 from access_losses))
          on conflict (subject) do update set version = excluded.version;
      end`)
  }
  await knex.raw(`
    create trigger accounts_disabled after update of disabled_at on accounts when new.disabled_at is not null begin
      insert into access_losses (subject, version)
        select id, (select coalesce(max(version), 0) + 1 from access_losses) from tokens where account_id = old.id
        on conflict (subject) do update set version = excluded.version;
    end`)
}

async function noteOnPostgres(knex: Knex): Promise<void> {
  await knex.raw(`
    create function note_access_loss() returns trigger language plpgsql as $$
    begin
      insert into access_losses (subject, version)
        values (old.id, pg_current_xact_id()::text::bigint)
        on conflict (subject) do update set version = excluded.version;
      return null;
    end $$`)
  for (const { table, name, event, when } of ends) {
    await knex.raw(`
      create trigger ${name} after ${event} on ${table} for each row ${when === undefined ? '' : `when (${when})`}
        execute function note_access_loss()`)
  }
  await knex.raw(`
    create function note_disabled_account() returns trigger language plpgsql as $$
    begin
      insert into access_losses (subject, version)
        select id, pg_current_xact_id()::text::bigint from tokens where account_id = old.id
        on conflict (subject) do update set version = excluded.version;
      return null;
    end $$`)
  await knex.raw(`
    create trigger accounts_disabled after update of disabled_at on accounts
      for each row when (new.disabled_at is not null) execute function note_disabled_account()`)
}

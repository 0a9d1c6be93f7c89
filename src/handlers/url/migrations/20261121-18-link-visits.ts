import type { Knex } from 'knex'
import { keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * What server processes share about links.
 *
 * `link_visits` are visits that were counted and are not yet in `links`, `link_days` and `link_referrers`: written
 * together, and many of them are added up later. `counts` is a JSON object of link ids with their number of visits. Rows
 * without `visitor` hold referrers instead: each name is a link id, a space and a host. `shard` is the first character
 * of all ids of the row, so that neighbours in the tables are added up together.
 *
 * `link_changes` records which links were changed or deleted, by any statement. `version` grows: in SQLite, where writes
 * follow one another, by one; in PostgreSQL it is the number of the transaction, of which one can say when all lower
 * ones have ended. The row without an id has the highest version that was removed.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('link_visits', (table) => {
    keyColumn(table, 'id', dialect).primary()
    keyColumn(table, 'shard', dialect).notNullable()
    table.integer('day').notNullable()
    table.text('visitor')
    table.text('device')
    table.text('counts').notNullable()
    table.index(['shard'], 'link_visits_by_shard')
  })
  await knex.schema.createTable('link_changes', (table) => {
    keyColumn(table, 'link_id', dialect).primary()
    table.bigInteger('version').notNullable()
    table.index(['version'], 'link_changes_by_version')
  })
  await (dialect === 'postgres' ? noteOnPostgres(knex) : noteOnSqlite(knex))
}

/** Deletions by a foreign key's cascade run it too. What only counts visits changes nothing that a redirect holds. */
async function noteOnSqlite(knex: Knex): Promise<void> {
  for (const event of ['update of destination, forward_query, expires_at', 'delete']) {
    await knex.raw(`
      create trigger links_noted_at_${event.slice(0, 6)} after ${event} on links begin
        insert into link_changes (link_id, version)
          values (old.id, (select coalesce(max(version), 0) + 1 from link_changes))
          on conflict (link_id) do update set version = excluded.version;
      end`)
  }
}

async function noteOnPostgres(knex: Knex): Promise<void> {
  await knex.raw(`
    create function note_link_change() returns trigger language plpgsql as $$
    begin
      insert into link_changes (link_id, version)
        values (old.id, pg_current_xact_id()::text::bigint)
        on conflict (link_id) do update set version = excluded.version;
      return null;
    end $$`)
  await knex.raw(`
    create trigger links_noted after update of destination, forward_query, expires_at or delete on links
      for each row execute function note_link_change()`)
}

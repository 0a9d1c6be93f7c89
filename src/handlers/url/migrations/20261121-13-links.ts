import type { Knex } from 'knex'
import { createTableByKey, keyColumn } from '#runtime/store/columns.ts'
import type { Dialect } from '#runtime/store/types.ts'

/**
 * Short links and what is known of their visits.
 *
 * They lie in the order of their ids, because visits of many links are counted together, id by id.
 *
 * - `links.hits` counts people; bots and HEAD requests are counted apart, so that a preview in a chat is no visitor.
 *   `tags` is a JSON array of texts; in SQLite, whose rows lie in the order of their ids, the index holds it too, so that
 *   looking for a tag does not fetch each link from another place. PostgreSQL bounds what an index may hold.
 * - `link_days` and `link_referrers` are the visits of one day (whole days since 1970, UTC); the latter those of people.
 * - `retired_link_ids` keeps the id of every link that is gone. An address that was printed once must never lead to
 *   somebody else's page, so an id is never reused. A trigger ensures it, because links also go with their account.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await createTableByKey(knex, dialect, 'links', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('destination').notNullable()
    table.text('title')
    table.text('tags').notNullable().defaultTo('[]')
    table.boolean('forward_query').notNullable().defaultTo(false)
    table.bigInteger('expires_at')
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.bigInteger('hits').notNullable().defaultTo(0)
    table.bigInteger('bot_hits').notNullable().defaultTo(0)
    table.bigInteger('head_hits').notNullable().defaultTo(0)
    const filtered = dialect === 'sqlite' ? ['tags'] : []
    table.index(['owner', 'created_at', 'id', ...filtered], 'links_by_age')
  })
  await createTableByKey(knex, dialect, 'link_days', (table) => {
    keyColumn(table, 'link_id', dialect).notNullable().references('id').inTable('links').onDelete('CASCADE')
    table.integer('day').notNullable()
    table.text('visitor').notNullable().checkIn(['person', 'bot', 'head'], 'link_days_visitor_known')
    table.text('device').notNullable().checkIn(['desktop', 'mobile', 'tablet', 'other'], 'link_days_device_known')
    table.bigInteger('hits').notNullable()
    table.primary(['link_id', 'day', 'visitor', 'device'])
  })
  await createTableByKey(knex, dialect, 'link_referrers', (table) => {
    keyColumn(table, 'link_id', dialect).notNullable().references('id').inTable('links').onDelete('CASCADE')
    table.integer('day').notNullable()
    keyColumn(table, 'host', dialect).notNullable()
    table.bigInteger('hits').notNullable()
    table.primary(['link_id', 'day', 'host'])
  })
  await createTableByKey(knex, dialect, 'retired_link_ids', (table) => {
    keyColumn(table, 'id', dialect).primary()
    table.bigInteger('retired_at').notNullable()
  })
  await (dialect === 'postgres' ? retireOnPostgres(knex) : retireOnSqlite(knex))
}

/** Deletions by a foreign key's cascade run it too. */
async function retireOnSqlite(knex: Knex): Promise<void> {
  await knex.raw(`
    create trigger links_retired after delete on links begin
      insert or ignore into retired_link_ids (id, retired_at)
        values (old.id, cast(unixepoch('subsec') * 1000 as integer));
    end`)
}

async function retireOnPostgres(knex: Knex): Promise<void> {
  await knex.raw(`
    create function retire_link_id() returns trigger language plpgsql as $$
    begin
      insert into retired_link_ids (id, retired_at)
        values (old.id, (extract(epoch from clock_timestamp()) * 1000)::bigint)
        on conflict (id) do nothing;
      return null;
    end $$`)
  await knex.raw('create trigger links_retired after delete on links for each row execute function retire_link_id()')
}

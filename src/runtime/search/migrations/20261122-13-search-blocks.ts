import type { Knex } from 'knex'
import type { Dialect } from '../../store/types.ts'

/**
 * Replaces the index of migration 0002, whose matches had no order: every search had to read all of them. Families add their
 * records again, in their own migrations.
 *
 * - `entry` grows, so that matches come newest first. `part` groups the entries: those of an owner, or, if empty,
 *   those that everyone may find.
 * - `block` numbers the entries of a kind and part in groups of a few thousand. Every token begins with two characters for kind
 *   and part and one for the block: a search reads the newest block first and stops when it has enough.
 * - `runs` are the texts that confirm a match of three characters or more.
 *
 * SQLite: the tokens are only in the FTS5 table, which stores no copy of them (`content=''`). The `ascii` tokenizer
 * splits at spaces and accepts every other character unchanged; `unicode61` would depend on the Unicode
 * version it was built with. The prefix index serves the first character of a word, and the first two. Writing goes through the view,
 * so that entry and tokens are one statement; there, U+10FFFD is the placeholder of the block. The trigger on delete also handles
 * deletions by an account's cascade.
 *
 * PostgreSQL: every search reads the tokens that wait to be sorted into the index, so few may wait. The function prevents the
 * planner, which cannot know how rare a word is, from reading the whole table.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await (dialect === 'postgres' ? onPostgres(knex) : onSqlite(knex))
}

async function onPostgres(knex: Knex): Promise<void> {
  await knex.schema.dropTable('search_entries')
  await knex.schema.createTable('search_records', (table) => {
    table.bigIncrements('entry')
    table.specificType('kind', 'text collate "C"').notNullable()
    table.specificType('part', 'text collate "C"').notNullable()
    table.text('record_id').notNullable()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.integer('block').notNullable()
    table.text('runs').notNullable()
    table.specificType('tokens', 'tsvector').notNullable()
    indexes(table)
  })
  await knex.raw(
    `create index search_records_tokens on search_records using gin (tokens) with (gin_pending_list_limit = 128)`,
  )
  await knex.raw(`
    create function search_found(wanted tsquery)
      returns table (entry bigint, kind text, part text, record_id text, block integer, runs text)
      language sql stable set enable_seqscan = off
      as $$ select entry, kind, part, record_id, block, runs from search_records where tokens @@ wanted $$`)
}

async function onSqlite(knex: Knex): Promise<void> {
  await knex.raw('drop view search_put')
  await knex.raw('drop trigger search_entries_deleted')
  await knex.raw('drop table search_words')
  await knex.schema.dropTable('search_entries')
  await knex.schema.createTable('search_records', (table) => {
    table.increments('entry')
    table.text('kind').notNullable()
    table.text('part').notNullable()
    table.text('record_id').notNullable()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.integer('block').notNullable()
    table.text('runs').notNullable()
    indexes(table)
  })
  await knex.raw(
    `create virtual table search_tokens using fts5(
      tokens, tokenize = 'ascii', content = '', contentless_delete = 1, detail = none, prefix = '4 5'
    )`,
  )
  await knex.raw(`
    create view search_put as
      select entry, kind, part, record_id, owner, block, runs, null as tokens, 0 as stays from search_records`)
  await knex.raw(`
    create trigger search_put_entry instead of insert on search_put begin
      delete from search_records where kind = new.kind and record_id = new.record_id and not new.stays;
      insert into search_records (entry, kind, part, record_id, owner, block, runs)
        values (new.entry, new.kind, new.part, new.record_id, new.owner, new.block, new.runs)
        on conflict (kind, record_id) do update set runs = excluded.runs;
      insert or replace into search_tokens (rowid, tokens)
        select entry, replace(new.tokens, char(1114109), char(983040 + block % 65000)) from search_records
          where kind = new.kind and record_id = new.record_id;
    end`)
  await knex.raw(`
    create trigger search_records_deleted after delete on search_records begin
      delete from search_tokens where rowid = old.entry;
    end`)
}

function indexes(table: Knex.CreateTableBuilder): void {
  table.unique(['kind', 'record_id'])
  table.index(['kind', 'part', 'block'], 'search_records_by_block')
  table.index(['owner'], 'search_records_by_owner')
}

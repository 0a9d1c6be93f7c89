import type { Knex } from 'knex'
import type { Dialect } from '../../store/types.ts'

/**
 * The words of records. `runs` are the parts in scripts without spaces, stored to confirm a match of three
 * characters or more. The words are prepared in `runtime/search/`, so neither database applies its own rules to
 * them.
 *
 * SQLite: the words are only in the FTS5 table, which stores no copy of them (`content=''`). The `ascii` tokenizer
 * splits at spaces and accepts every other character unchanged; `unicode61` would depend on the Unicode
 * version it was built with. Every token begins with two characters for its owner; the prefix index serves the first two and
 * three characters of a word after them. Writing goes through the view, so that entry and words are one statement; the trigger on
 * delete also handles deletions by an account's cascade.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  await knex.schema.createTable('search_entries', (table) => {
    if (dialect === 'sqlite') table.increments('entry')
    table.text('kind').notNullable()
    table.text('record_id').notNullable()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.text('runs').notNullable()
    if (dialect === 'postgres') {
      table.specificType('tokens', 'tsvector').notNullable()
      table.primary(['kind', 'record_id'])
    } else {
      table.unique(['kind', 'record_id'])
    }
    table.index(['owner', 'kind'], 'search_entries_by_owner')
  })
  if (dialect === 'postgres') {
    await knex.raw('create index search_entries_tokens on search_entries using gin (tokens)')
    return
  }
  await knex.raw(
    `create virtual table search_words using fts5(
      tokens, tokenize = 'ascii', content = '', contentless_delete = 1, detail = none, prefix = '4 5'
    )`,
  )
  await knex.raw('create view search_put as select kind, record_id, owner, runs, null as tokens from search_entries')
  await knex.raw(`
    create trigger search_put_entry instead of insert on search_put begin
      delete from search_entries where kind = new.kind and record_id = new.record_id;
      insert into search_entries (kind, record_id, owner, runs) values (new.kind, new.record_id, new.owner, new.runs);
      insert into search_words (rowid, tokens)
        values ((select entry from search_entries where kind = new.kind and record_id = new.record_id), new.tokens);
    end`)
  await knex.raw(`
    create trigger search_entries_deleted after delete on search_entries begin
      delete from search_words where rowid = old.entry;
    end`)
}

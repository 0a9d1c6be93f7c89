import type { Knex } from 'knex'
import type { Dialect } from '../../store/types.ts'

/**
 * Allows records without an owner: those that the instance itself has gathered, such as news. SQLite cannot change a column, so
 * the table is created again; its entries keep their numbers, which the tokens refer to.
 */
export async function up(knex: Knex, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') {
    await knex.raw('alter table search_records alter column owner drop not null')
    return
  }
  await knex.raw('drop view search_put')
  await knex.raw('drop trigger search_records_deleted')
  await knex.schema.createTable('search_records_new', (table) => {
    table.increments('entry')
    table.text('kind').notNullable()
    table.text('part').notNullable()
    table.text('record_id').notNullable()
    table.text('owner').references('id').inTable('accounts').onDelete('CASCADE')
    table.integer('block').notNullable()
    table.text('runs').notNullable()
  })
  const columns = 'entry, kind, part, record_id, owner, block, runs'
  await knex.raw(`insert into search_records_new (${columns}) select ${columns} from search_records`)
  await knex.schema.dropTable('search_records')
  await knex.schema.renameTable('search_records_new', 'search_records')
  await knex.schema.alterTable('search_records', (table) => {
    table.unique(['kind', 'record_id'])
    table.index(['kind', 'part', 'block'], 'search_records_by_block')
    table.index(['owner'], 'search_records_by_owner')
  })
  await writing(knex)
}

/** The view and the triggers of migration 0040, which were dropped with the table. */
async function writing(knex: Knex): Promise<void> {
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

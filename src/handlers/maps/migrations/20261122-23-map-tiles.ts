import type { Knex } from 'knex'

/** The pictures of map tiles that have been fetched. They are everybody's: none belongs to an account. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('map_tiles', (table) => {
    table.text('style').notNullable()
    table.integer('z').notNullable()
    table.integer('x').notNullable()
    table.integer('y').notNullable()
    table.binary('png').notNullable()
    table.integer('bytes').notNullable()
    table.text('etag').notNullable()
    table.bigInteger('fetched_at').notNullable()
    table.bigInteger('used_at').notNullable()
    table.primary(['style', 'z', 'x', 'y'])
    table.index(['used_at'], 'map_tiles_by_use')
  })
}

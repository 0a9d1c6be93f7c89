import { migrations } from '../../src/app/migrations.ts'
import type { Migration } from '../../src/runtime/store/types.ts'

/** Starts this release as a later one, with one more migration of a table that is in use. */
const migration: Migration = {
  name: '99999999-drill',
  async up(database) {
    await database.schema.alterTable('notes', (table) => void table.text('drill').defaultTo('new'))
    await database.raw('create index drill_notes on notes (drill)')
  },
}
;(migrations as Migration[]).push(migration)
await import('../../src/main.ts')

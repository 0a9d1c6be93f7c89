import type { Knex } from 'knex'

/** The credits of accounts that are older than credits, in micro-credits. A migration has no settings. */
const WELCOME = 1_000 * 1_000_000

/**
 * Credits. All amounts are micro-credits.
 *
 * - `ledger_entries` is only ever added to. `sequence` counts an account's entries from 1 without a gap; `balance_after`
 *   is the sum of its amounts so far. `reservation` names the charged call, `reference` the reason of an addition,
 *   such as a payment: one entry of a kind, regardless of how often it is requested.
 * - `balances` is that sum again, so that a call need not add it up. `reserved` is the part of it that running calls
 *   reserve: the sum of the account's `holdings`. The difference can be spent.
 * - `holdings` are the reservations of one process for one account, in one sum: only that process needs to know which call
 *   has reserved how much, and nobody after its death.
 * - `holders` are those processes. One whose lease has expired is dead, and its reservations are released.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('balances', (table) => {
    table.text('owner').primary().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('balance').notNullable()
    table.bigInteger('reserved').notNullable().defaultTo(0)
    table.bigInteger('entries').notNullable().defaultTo(0)
    table.check('reserved >= 0 and balance >= reserved', [], 'balances_never_negative')
  })
  await knex.schema.createTable('ledger_entries', (table) => {
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('sequence').notNullable()
    table.text('kind').notNullable().checkIn(['welcome', 'grant', 'topup', 'charge', 'refund'], 'ledger_kind_known')
    table.bigInteger('amount').notNullable()
    table.bigInteger('balance_after').notNullable()
    table.text('operation')
    table.text('request_id')
    table.text('reservation')
    table.text('reference')
    table.text('note')
    table.bigInteger('created_at').notNullable()
    table.primary(['owner', 'sequence'])
  })
  await knex.raw(
    'create unique index ledger_once_a_reference on ledger_entries (reference, kind) where reference is not null',
  )
  await knex.schema.createTable('holdings', (table) => {
    table.text('holder').notNullable()
    table.text('owner').notNullable().references('id').inTable('accounts').onDelete('CASCADE')
    table.bigInteger('amount').notNullable()
    table.primary(['holder', 'owner'])
  })
  await knex.schema.createTable('holders', (table) => {
    table.text('id').primary()
    table.text('machine').notNullable()
    table.bigInteger('pid').notNullable()
    table.bigInteger('expires_at').notNullable()
  })
  const older = await knex('accounts').select('id', 'created_at')
  for (const { id, created_at } of older) {
    await knex('balances').insert({ owner: id, balance: WELCOME, reserved: 0, entries: 1 })
    await knex('ledger_entries').insert({
      owner: id,
      sequence: 1,
      kind: 'welcome',
      amount: WELCOME,
      balance_after: WELCOME,
      reference: id,
      created_at,
    })
  }
}

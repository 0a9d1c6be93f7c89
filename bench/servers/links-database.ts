import { migrations } from '../../src/app/migrations.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { insertJsonRows, jsonRows } from '../../src/runtime/store/json-rows.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import { statement } from '../../src/runtime/store/statement.ts'
import { linkCount, linkDestination, linkId } from '../links-cases.ts'

const rowsPerWrite = 20_000
const columns = { id: 'text', owner: 'text', destination: 'text', created_at: 'bigint', updated_at: 'bigint' } as const
const insert = statement<{ rows: string }>((sql, param) => insertJsonRows(sql, 'links', columns, param('rows')))

/** A database with an account that has a million links. */
export async function prepareLinks(dataDir: string): Promise<void> {
  const store = await openStore({ dataDir })
  await store.migrate(migrations)
  const { id: owner } = await createAccounts({ store, clock: systemClock, namespacedTables: [] }).create({
    username: 'bench',
    password: 'correct horse battery',
  })
  for (let from = 0; from < linkCount; from += rowsPerWrite) {
    const rows = Array.from({ length: rowsPerWrite }, (_, index) => ({
      id: linkId(from + index),
      owner,
      destination: linkDestination(from + index),
      created_at: from + index,
      updated_at: from + index,
    }))
    await store.run(insert({ rows: jsonRows(columns, rows) }))
  }
  await store.close()
}

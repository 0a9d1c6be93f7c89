import { loadConfig } from '../../src/app/config.ts'
import { migrations } from '../../src/app/migrations.ts'
import { startServer } from '../../src/app/server.ts'
import { namespacedTables } from '../../src/framework/namespaced-tables.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { createSessions } from '../../src/runtime/accounts/sessions.ts'
import { createTokens } from '../../src/runtime/accounts/tokens.ts'
import { systemClock as clock } from '../../src/runtime/base/clock.ts'
import { newId } from '../../src/runtime/base/ids.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import type { Store } from '../../src/runtime/store/types.ts'
import { noteText, noteTitle } from '../cases.ts'

/** The product with its default limits. One account attacks with what it has stored, others read their notes. */
const neighbours = 5
const notesOfNeighbour = 200
const stored = { contacts: 20_000, links: 10_000, notes: 1000 }

const config = loadConfig({ ...process.env, PORT: '0', GATEWAY_PORT: '0', LOG_LEVEL: 'error' })
const store = await openStore({ dataDir: config.dataDir })
await store.migrate(migrations)
const accounts = createAccounts({ store, clock, namespacedTables, welcomeMicroCredits: 100_000_000 })
const tokens = createTokens({ store, clock, services: [] })
const scope = { kind: 'services', services: 'all' } as const

async function account(username: string): Promise<{ id: string; token: string }> {
  const { id } = await accounts.create({ username, password: 'correct horse battery' })
  const { secret } = await tokens.create(id, { scope, actions: true })
  return { id, token: secret }
}

async function insert(into: Store, table: string, rows: readonly Record<string, unknown>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    const json = rows.slice(at, at + 500)
    await into.write(async (tx) => {
      for (const row of json) await tx.run(tx.sql(table).insert(row))
    })
  }
}

function records(owner: string, kind: string, count: number, more: (index: number) => Record<string, unknown>) {
  const times = { created_at: Date.now(), updated_at: Date.now() }
  return Array.from({ length: count }, (_, index) => ({ id: newId(kind as 'note'), owner, ...times, ...more(index) }))
}

const reading: string[] = []
for (let index = 0; index < neighbours; index++) {
  const { id, token } = await account(`neighbour_${index}`)
  const note = (number: number) => {
    const title = noteTitle(number)
    return { title, title_key: title.toLowerCase(), text: noteText }
  }
  await insert(store, 'notes', records(id, 'note', notesOfNeighbour, note))
  reading.push(token)
}
const attacker = await account('attacker')
await insert(
  store,
  'contacts',
  records(attacker.id, 'contact', stored.contacts, (index) => {
    const name = `Person number ${index}`
    return { name, name_key: name.toLowerCase(), name_find: name.toLowerCase(), note: 'n'.repeat(2000) }
  }),
)
await insert(
  store,
  'links',
  records(attacker.id, 'link', stored.links, (index) => ({
    id: `bench${String(index).padStart(6, '0')}`,
    destination: `https://example.org/${'x'.repeat(2000)}`,
  })),
)
await insert(
  store,
  'notes',
  records(attacker.id, 'note', stored.notes, (index) => ({
    title: `n${index}`,
    title_key: `n${index}`,
    text: 'x'.repeat(60_000),
  })),
)
const { secret: session } = await createSessions({ store, clock }).start(attacker.id, 'bench')
await store.close()
const server = await startServer({ config })
process.send?.({
  port: server.config.port,
  gatewayUrl: server.gatewayUrl,
  reading,
  attacker: attacker.token,
  session,
})

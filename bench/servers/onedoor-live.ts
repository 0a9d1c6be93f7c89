import { loadConfig } from '../../src/app/config.ts'
import { migrations } from '../../src/app/migrations.ts'
import { startServer } from '../../src/app/server.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { createTokens } from '../../src/runtime/accounts/tokens.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { openStore } from '../../src/runtime/store/open.ts'

/** The product with as many accounts as ACCOUNTS says, each with a token for SERVICE. */
const service = process.env.SERVICE ?? 'notify'
const config = loadConfig({ ...process.env, PORT: '0', GATEWAY_PORT: 'off', LOG_LEVEL: 'warn' })
const store = await openStore({ dataDir: config.dataDir })
await store.migrate(migrations)
const accounts = createAccounts({ store, clock: systemClock, namespacedTables: [], hash: async () => 'none' })
const tokens = createTokens({ store, clock: systemClock, services: [service] })
const secrets: string[] = []
for (let index = 0; index < Number(process.env.ACCOUNTS); index++) {
  const { id } = await accounts.create({ username: `bench_${index}`, password: 'correct horse battery' })
  secrets.push((await tokens.create(id, { scope: { kind: 'services', services: [service] }, actions: true })).secret)
}
await store.close()
const server = await startServer({ config })
process.send?.({ port: server.config.port, tokens: secrets })

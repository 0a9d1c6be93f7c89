import { loadConfig } from '../../src/app/config.ts'
import { migrations } from '../../src/app/migrations.ts'
import { startServer } from '../../src/app/server.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { createTokens } from '../../src/runtime/accounts/tokens.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { openStore } from '../../src/runtime/store/open.ts'

/** The product with one account that may store a lot. */
const config = loadConfig({
  ...process.env,
  PORT: '0',
  GATEWAY_PORT: 'off',
  LOG_LEVEL: 'warn',
  QUOTA_MIB: '1000000',
  LIMIT_ACCOUNT_PER_MINUTE: 'off',
})
const store = await openStore({ dataDir: config.dataDir })
await store.migrate(migrations)
const accounts = createAccounts({ store, clock: systemClock, namespacedTables: [], hash: async () => 'none' })
const tokens = createTokens({ store, clock: systemClock, services: ['files'] })
const { id } = await accounts.create({ username: 'bench', password: 'correct horse battery' })
const { secret } = await tokens.create(id, { scope: { services: ['files'] }, actions: true })
await store.close()
const server = await startServer({ config })
process.send?.({ port: server.config.port, token: secret })

import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { prepareLists } from './lists-database.ts'

/** The product as it is, its log at warn like the peer's. */
const config = loadConfig({
  ...process.env,
  PORT: '0',
  LOG_LEVEL: 'warn',
  LIMIT_ACCOUNT_PER_MINUTE: '999999999',
  LIMIT_ANONYMOUS_PER_MINUTE: '999999999',
})
const token = await prepareLists(config.dataDir)
const server = await startServer({ config })
process.send?.({ port: server.config.port, token })

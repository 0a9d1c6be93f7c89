import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'

/** The product as it is, with example payloads in the place of what outside providers send. */
const config = loadConfig({
  ...process.env,
  PORT: '0',
  GATEWAY_PORT: 'off',
  LOG_LEVEL: 'warn',
  PROVIDERS: 'examples',
  LIMIT_ANONYMOUS_PER_MINUTE: '999999999',
})
const server = await startServer({ config })
process.send?.({ port: server.config.port })

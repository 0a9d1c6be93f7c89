import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'

/** The product on a filled database, without rate limits; it deletes the account whose name it receives. */
const config = loadConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'warn', LIMIT_ACCOUNT_PER_MINUTE: 'off' })
const server = await startServer({ config })
process.on('message', async (message: { remove?: string }) => {
  if (message.remove === undefined) return
  const { rest } = await server.accounts.remove(message.remove)
  await rest
  process.send?.({ removed: message.remove })
})
process.send?.({ port: server.config.port })

import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'

/** The product with the settings and the data of its caller. It deletes the account whose name it receives. */
const server = await startServer({ config: loadConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'warn' }) })
process.on('message', async (message: { remove?: string }) => {
  if (message.remove === undefined) return
  const { rest } = await server.accounts.remove(message.remove)
  await rest
  process.send?.({ removed: message.remove })
})
process.send?.({ port: server.config.port })

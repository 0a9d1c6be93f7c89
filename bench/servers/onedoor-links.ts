import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'

/** The product as it is, on a database that has the links. */
const config = loadConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'warn' })
const server = await startServer({ config })
process.send?.({ port: server.config.port })

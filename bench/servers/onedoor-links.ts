import { handlers } from '../../src/handlers/index.ts'
import { ownedTables } from '../../src/handlers/owned.ts'
import { loadConfig } from '../../src/runtime/config.ts'
import { startServer } from '../../src/runtime/server.ts'

/** The product as it is, on a database that has the links. */
const config = loadConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'warn' })
const server = await startServer({ config, handlers, ownedTables })
process.send?.({ port: server.config.port })

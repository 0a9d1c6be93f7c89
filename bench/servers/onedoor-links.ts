import { loadConfig } from '../../src/app/config.ts'
import { handlers } from '../../src/app/families.ts'
import { ownedTables } from '../../src/app/owned.ts'
import { startServer } from '../../src/app/server.ts'

/** The product as it is, on a database that has the links. */
const config = loadConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'warn' })
const server = await startServer({ config, handlers, ownedTables })
process.send?.({ port: server.config.port })

import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { prepareBlog } from './blog-database.ts'

/** The product as it is, its log at warn like the peer's. */
const config = loadConfig({ ...process.env, PORT: '0', LOG_LEVEL: 'warn', LIMIT_ANONYMOUS_PER_MINUTE: '999999999' })
const ids = await prepareBlog(config.dataDir)
const server = await startServer({ config })
process.send?.({ port: server.config.port, ids })

/** The real server, with the fixtures of the conformance suite at its machine endpoint. Prints its address. */
import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { conformanceFixtures } from './fixtures.ts'

const server = await startServer({ config: loadConfig(), mcp: { extras: conformanceFixtures } })
console.log(`listens on http://${server.config.host}:${server.config.port}`)
process.on('SIGTERM', () => void server.stop().then(() => process.exit(0)))

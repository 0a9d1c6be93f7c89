import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { createContract } from '../../src/runtime/calls/contract.ts'
import { familiesOf, methodFilesOf, standIns, withoutPrices } from '../../src/testing/stand-ins.ts'

/** Onedoor with stand-ins for its metered methods, free with BENCH_FREE, and an account that can pay for any number of calls. */
const config = loadConfig({
  ...process.env,
  PORT: '0',
  LOG_LEVEL: 'warn',
  WELCOME_CREDITS: '1000000000',
  LIMIT_ACCOUNT_PER_MINUTE: 'off',
})
const contract = process.env.BENCH_FREE ? { contract: createContract(withoutPrices()) } : {}
const handlers = standIns()
const served = { families: familiesOf(handlers), methods: methodFilesOf(handlers) }
const server = await startServer({ config, ...served, ...contract })
const { id } = await server.accounts.create({ username: 'bench', password: 'correct horse battery' })
const { secret } = await server.tokens.create(id, { scope: { services: ['text'] } })
process.send?.({ port: server.config.port, token: secret })

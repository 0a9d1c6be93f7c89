import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { type Clock, systemClock } from '../../src/runtime/base/clock.ts'
import { reportLongestTurns } from './longest-turn.ts'

/**
 * The product with one account, and a clock that messages move ahead: a feed is read once an hour. It reports the longest
 * turn of its event loop.
 */
let aheadMs = 0
const clock: Clock = { now: () => systemClock.now() + aheadMs }

const config = loadConfig({ ...process.env, PORT: '0', GATEWAY_PORT: 'off', LOG_LEVEL: 'error' })
// Moving the clock would run all schedules each time.
const server = await startServer({ config, clock, runsSchedule: () => false })
const { id } = await server.accounts.create({ username: 'attacker', password: 'correct horse battery' })
await server.ledger.grant(id, 100_000_000_000, 'to be measured')
const scope = { services: 'all' } as const
const { secret: token } = await server.tokens.create(id, { scope, actions: true })

process.on('message', ({ advanceMs = 0 }: { advanceMs?: number }) => {
  aheadMs += advanceMs
})
reportLongestTurns()
process.send?.({ port: server.config.port, token })

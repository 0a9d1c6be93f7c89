import { Registry } from 'prom-client'
import { operations } from '../../generated/server/operations.ts'
import { loadConfig } from '../../src/app/config.ts'
import { openHttpDoor } from '../../src/doors/http/http-server.ts'
import { createListener } from '../../src/doors/http/listener.ts'
import { createCsrf } from '../../src/runtime/accounts/csrf.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { createLog } from '../../src/runtime/base/log.ts'
import { createContract } from '../../src/runtime/calls/contract.ts'
import { Calls, type Method } from '../../src/runtime/calls/pipeline.ts'
import { createRecorder } from '../../src/runtime/calls/record.ts'
import { createLimits } from '../../src/runtime/limits/limits.ts'
import { Ledger } from '../../src/runtime/money/ledger.ts'
import { createX402 } from '../../src/runtime/money/x402/index.ts'
import type { SearchIndex } from '../../src/runtime/search/index.ts'
import type { Store } from '../../src/runtime/store/types.ts'
import { noLimits } from '../../src/testing/no-limits.ts'
import { benchedOperation, openGet, openPost } from '../cases.ts'

/**
 * The product's pipeline and HTTP door with trivial handlers, so that only the path of a call is measured. The open GET
 * returns the result that BENCH_RESULT holds as JSON, otherwise the documented one.
 */
const log = createLog({ logLevel: 'warn' })
const { BENCH_RESULT: given } = process.env
const tile = given === undefined ? benchedOperation(openGet).answer.result : JSON.parse(given)
const event = benchedOperation(openPost).answer.result
const methods = new Map<string, Method>([
  ['maps.tile', async () => () => tile],
  ['events.create', async () => () => event],
])

/** Counted like any call, against a limit that the load does not reach. */
const limits = createLimits({
  store: {} as Store,
  clock: systemClock,
  config: { ...noLimits, anonymousPerMinute: 999_999_999 },
})

const calls = new Calls({
  contract: createContract(operations.map((operation) => ({ ...operation, needs: 'open' as const }))),
  methods,
  identity: {
    tokens: { authenticate: () => Promise.reject(new Error('nobody signs in here')) },
    sessions: { find: () => Promise.reject(new Error('nobody signs in here')) },
    csrf: createCsrf('nobody signs in here'),
  },
  ledger: new Ledger({ store: {} as Store, clock: systemClock }),
  x402: createX402({
    store: {} as Store,
    clock: systemClock,
    log,
    config: loadConfig({}),
    baseUrl: '',
    credit: () => Promise.reject(new Error('nobody pays here')),
  }),
  limits,
  keyedCalls: { begin: () => Promise.reject(new Error('nobody sends a key here')) },
  consent: { taints: { has: () => Promise.resolve(false), add: () => Promise.resolve() } },
  services: {
    store: {} as Store,
    search: {} as SearchIndex,
    clock: systemClock,
    log,
  },
  record: createRecorder(new Registry(), log),
})
const door = await openHttpDoor(
  createListener(calls, (_req, res) => void res.writeHead(404).end()),
  {
    host: '127.0.0.1',
    port: 0,
  },
)
process.send?.({ port: door.port })

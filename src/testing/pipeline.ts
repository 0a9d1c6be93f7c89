import { type Operation, operations } from '#generated/server/operations.ts'
import { loadConfig } from '../app/config.ts'
import { createCsrf } from '../runtime/accounts/csrf.ts'
import type { Grant } from '../runtime/accounts/grant.ts'
import { manualClock } from '../runtime/base/clock.ts'
import { ApiError } from '../runtime/base/errors.ts'
import { createLog } from '../runtime/base/log.ts'
import { Registry } from '../runtime/base/metrics.ts'
import type { Caller } from '../runtime/calls/caller.ts'
import { createContract } from '../runtime/calls/contract.ts'
import type { Identity } from '../runtime/calls/identify.ts'
import type { BrowserCredential, IncomingCall } from '../runtime/calls/incoming.ts'
import { Calls, type CallsOptions } from '../runtime/calls/pipeline.ts'
import { createRecorder } from '../runtime/calls/record.ts'
import { createLimits } from '../runtime/limits/limits.ts'
import type { Verdict } from '../runtime/limits/policy.ts'
import { Ledger } from '../runtime/money/ledger.ts'
import { topUp } from '../runtime/money/top-up.ts'
import { createX402 } from '../runtime/money/x402/index.ts'
import type { SearchIndex } from '../runtime/search/index.ts'
import type { Store } from '../runtime/store/types.ts'
import { noLimits } from './no-limits.ts'
import { type Handlers, methodsOf } from './stand-ins.ts'

/** The account of the token `all` of `pipeline`. */
export const grant: Grant = {
  account: { id: 'account_1', username: 'ann', isAdmin: false, isNamespaceAdmin: false, namespace: 'onedoor' },
  tokenId: 'token_1',
  allServices: true,
  services: new Set(),
  capabilities: new Set(),
  actions: true,
  scopes: new Set(),
}

/** The valid tokens by their secret. */
const grants: Record<string, Grant> = {
  all: grant,
  none: { ...grant, allServices: false },
  busy: { ...grant, account: { ...grant.account, id: 'account_busy' } },
}

const overTheLimit: Verdict = {
  policy: { name: 'account', unit: 'requests', per: 'account', quota: 1, windowMs: 60_000 },
  quota: 1,
  isAllowed: false,
  remaining: 0,
  resetS: 7,
}

export interface Asked {
  verb?: string
  path?: string
  authorization?: string | readonly string[] | undefined
  browser?: BrowserCredential
  caller?: Caller
  isTooLarge?: boolean
  body?: unknown
  idempotencyKey?: string
}

/** A call of `notes.delete`, which is withheld from the agent, by default. */
export function call({
  verb = 'POST',
  path = '/api/v1/notes/delete',
  authorization,
  browser,
  caller,
  isTooLarge,
  body,
  idempotencyKey,
}: Asked): IncomingCall {
  return {
    requestId: 'request-1',
    caller,
    authorization,
    browser,
    clientAddress: '198.51.100.4',
    idempotencyKey,
    payment: undefined,
    find: (contract) => contract.find(verb, path),
    bodyBytes: isTooLarge ? Number.MAX_SAFE_INTEGER : 20,
    readArguments: (found) => ({ path: found.pathValues, query: {}, body: body ?? { title: 'Groceries' } }),
  }
}

/** A pipeline without a database: tokens `all`, `none` (may call nothing) and `busy` (over its limit), and the session `ann`. */
export function pipeline(
  handlers: Handlers,
  contractOperations: readonly Operation[] = operations,
  others: Partial<CallsOptions> = {},
) {
  const lines: Record<string, unknown>[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const registry = new Registry()
  const clock = manualClock()
  const unused = {} as Store
  const limits = createLimits({ store: unused, clock, config: noLimits })
  const identity: Identity = {
    tokens: {
      async authenticate(secret) {
        const found = grants[secret]
        if (!found) throw new ApiError('unauthenticated', 'The token is not valid.')
        return found
      },
    },
    sessions: {
      find: async (secret) =>
        secret === 'ann' ? { sessionId: 'session_1', account: grant.account, timeZone: 'UTC' } : undefined,
    },
    csrf: createCsrf('a key for tests'),
  }
  const calls = new Calls({
    contract: createContract(contractOperations),
    methods: methodsOf(handlers),
    identity,
    ledger: new Ledger({ store: unused, clock }),
    x402: createX402({
      store: unused,
      clock,
      log,
      config: loadConfig({}),
      baseUrl: 'http://localhost',
      credit: topUp,
    }),
    limits: { ...limits, ofAccount: (id) => (id === 'account_busy' ? overTheLimit : undefined) },
    keyedCalls: { begin: () => Promise.reject(new Error('no key is good here')) },
    services: {
      store: unused,
      search: {} as SearchIndex,
      clock,
      log,
    },
    record: createRecorder(registry, log),
    consent: { taints: { has: async () => false, add: async () => {} } },
    ...others,
  })
  return { calls, identity, lines, registry }
}

import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { paidThrough, paymentOf, startObligingFacilitator } from '../../testing/payments.ts'
import { serverForTests, type TestCaller, type TestServer } from '../../testing/server.ts'
import {
  documentedStatuses,
  exampleArguments,
  exampleResult,
  pathArguments,
  requiredArguments,
  standIns,
} from '../../testing/stand-ins.ts'
import { CAPABILITIES, isCapability } from '../accounts/grant.ts'
import { serverSecret } from '../accounts/secrets.ts'
import { ApiError, type ErrorCode } from '../base/errors.ts'
import { checkArguments, parseQuery } from './arguments.ts'
import type { Context } from './context.ts'
import { createContract } from './contract.ts'
import { fingerprint } from './idempotency/key.ts'
import { KeyedCalls } from './idempotency/keyed-calls.ts'

interface Callers {
  anonymous: TestCaller
  /** May do everything that the operation's family offers. */
  allowed: TestCaller
  /** Has the same rights and no credits. */
  poor: TestCaller
  /** A known caller without any service. */
  narrow: TestCaller
  /** The account of `allowed`. */
  accountId: string
}

type Provoke = (operation: Operation, callers: Callers) => Promise<{ status: number }>

const callUnpaid: Provoke = ({ id, needs }, { anonymous, poor }) =>
  (needs === 'account' ? poor : anonymous).call(id, exampleArguments(id))

/** How to cause each status that is decided before the handler, on any operation. */
const decidedBefore: Record<string, Provoke> = {
  400: ({ id }, { allowed }) => allowed.call(id, { ...exampleArguments(id), no_such_argument: 'x' }),
  401: ({ id }, { anonymous }) =>
    anonymous.send(id, { headers: { Authorization: `Bearer od_${'x'.repeat(43)}`, 'Idempotency-Key': 'k' } }),
  402: callUnpaid,
  403: ({ id }, { narrow }) => narrow.call(id, exampleArguments(id)),
  409: (operation, callers) => callWithKeyOf(operation, callers, fingerprintOf(operation)),
  422: (operation, callers) => callWithKeyOf(operation, callers, 'of other arguments'),
}

/** How to cause each status that handlers decide. The suite fails for a documented status without a way. */
const decidedByHandlers: Record<string, Provoke> = {
  200: (operation, { allowed }) => callPaid(operation, allowed),
  402: callUnpaid,
  404: (operation, { allowed }) => failing('not_found', () => callPaid(operation, allowed)),
  410: (operation, { allowed }) => failing('gone', () => callPaid(operation, allowed)),
  502: (operation, { allowed }) => failing('upstream_failed', () => callPaid(operation, allowed)),
  503: (operation, { allowed }) => failing('not_configured', () => callPaid(operation, allowed)),
  504: (operation, { allowed }) => failing('upstream_timeout', () => callPaid(operation, allowed)),
}

/** A call whose key is that of a call of the same caller that still runs. */
async function callWithKeyOf(operation: Operation, { allowed, accountId }: Callers, itsArguments: string) {
  const { store, clock } = product()
  const running = new KeyedCalls({ store, secret: await serverSecret({ store, clock }, 'keyed calls'), clock })
  const key = randomUUID()
  await running.begin({ subject: accountId, accountId, operationId: operation.id, key, fingerprint: itsArguments })
  try {
    return await callPaid(operation, allowed, { 'Idempotency-Key': key })
  } finally {
    await running.close()
  }
}

/** Of the document's example, as a request carries it. */
function fingerprintOf(operation: Operation): string {
  const args = exampleArguments(operation.id)
  const path: Record<string, string> = {}
  for (const name of pathArguments(operation.id)) {
    path[name] = String(args[name])
    delete args[name]
  }
  const pairs = Object.entries(args).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  )
  const query = parseQuery(operation.hasBody ? '' : String(new URLSearchParams(pairs)), operation)
  const raw = {
    query,
    body: operation.hasBody ? args : undefined,
    path: operation.path.includes('{') ? path : undefined,
  }
  return fingerprint(checkArguments(createContract(), operation, raw))
}

/** A call with the document's example; with a payment, if that alone pays. */
function callPaid({ id, topUp }: Operation, caller: TestCaller, headers: Record<string, string> = {}) {
  const args = exampleArguments(id)
  const payment = topUp && { 'PAYMENT-SIGNATURE': paymentOf(Number(args.credits)) }
  return caller.call(id, args, { ...headers, ...payment })
}

/** What the stand-ins throw. */
let failure: ErrorCode | undefined

async function failing<Answer>(code: ErrorCode, call: () => Promise<Answer>): Promise<Answer> {
  failure = code
  // Results that are the same for everyone are returned again within a second.
  server().clock.advance(1000)
  try {
    return await call()
  } finally {
    failure = undefined
  }
}

const handlers = standIns(
  Object.fromEntries(
    operations.map(({ id }) => [
      id,
      async (_args: unknown, ctx: Context) => {
        if (failure) throw new ApiError(failure, 'It failed, as the test asked it to.')
        if (ctx.operation.priceUnit) await ctx.reserve(3_000_000)
        return exampleResult(id)
      },
    ]),
  ),
)

const facilitator = await startObligingFacilitator()
afterAll(() => facilitator.stop())
const settings = { WELCOME_CREDITS: '0', ...paidThrough(facilitator.url) }
const product = serverForTests({ settings })
const server = serverForTests({ handlers, settings })

async function callersOf({ account, anonymous, ledger }: TestServer): Promise<(operation: Operation) => Callers> {
  const rich = await account()
  await ledger.grant(rich.id, 1_000_000_000, 'for the test')
  const poor = await account()
  const narrow = await rich.withToken({ actions: true, scope: { services: [] } })
  const everyCapability = { actions: true, scope: { capabilities: [...CAPABILITIES] } }
  const [richProduct, poorProduct] = [await rich.withToken(everyCapability), await poor.withToken(everyCapability)]
  const shared = { anonymous, narrow, accountId: rich.id }
  return ({ family }) =>
    isCapability(family) ? { ...shared, allowed: richProduct, poor: poorProduct } : { ...shared, allowed: rich, poor }
}

const documenting = (status: string): Operation[] =>
  operations.filter(({ id }) => documentedStatuses(id).includes(status))
/** A limit is reached by calling, which needs a separate server. */
const limited = '429'
const statuses = [...new Set(operations.flatMap(({ id }) => documentedStatuses(id)))].filter((each) => each !== limited)

async function expectAll(on: TestServer, status: string, provoke: Provoke, asked = documenting(status)): Promise<void> {
  const callers = await callersOf(on)
  const answered: string[] = []
  for (const operation of asked) {
    answered.push(`${operation.id} ${(await provoke(operation, callers(operation))).status}`)
  }
  expect(answered).toEqual(asked.map(({ id }) => `${id} ${status}`))
}

test.each(Object.entries(decidedBefore))(
  'every operation of the product that documents %s returns it, in the documented form',
  // The handlers of variable prices decide what a call costs.
  (status, provoke) =>
    expectAll(
      product(),
      status,
      provoke,
      documenting(status).filter(({ microCredits, topUp }) => status !== '402' || microCredits > 0 || topUp),
    ),
)

test.each(statuses.filter((each) => !(each in decidedBefore) || each in decidedByHandlers))(
  'every operation whose handler decides on %s returns it, in the documented form',
  async (status) => {
    const provoke = decidedByHandlers[status]
    if (!provoke)
      throw new Error(`The document has ${status}, and this suite does not know how to cause it: add a way.`)
    await expectAll(server(), status, provoke)
  },
)

test('every operation rejects any other verb, and names its own', async () => {
  for (const { id, path } of operations) {
    const { status, headers } = await product().anonymous.send(id, { method: 'DELETE' })
    const verbs = operations.filter((each) => each.path === path).map(({ verb }) => verb)
    const allowed = headers.get('Allow')?.split(', ').sort()
    // Other spellings of the older paths belong to the gateway, which also accepts GET.
    const expected = path.startsWith('/v1/') ? expect.arrayContaining(verbs) : verbs.sort()
    expect([id, status, allowed]).toEqual([id, 405, expected])
  }
})

test('an operation called without arguments names every required one', async () => {
  const callers = await callersOf(product())
  const needing = operations.filter(({ id }) => requiredArguments(id).length > 0)
  expect(needing.length).toBeGreaterThan(50)
  for (const operation of needing) {
    const { id, verb } = operation
    const empty = verb === 'GET' ? {} : { body: '{}', headers: { 'Content-Type': 'application/json' } }
    const { status, body } = await callers(operation).allowed.send(id, empty)
    const text = JSON.stringify(body)
    const missing = requiredArguments(id).filter((name) => !text.includes(name))
    expect([id, status, missing]).toEqual([id, 400, []])
  }
})

describe('a server that allows one call a minute', () => {
  const limits = { LIMIT_ACCOUNT_PER_MINUTE: '1', LIMIT_ANONYMOUS_PER_MINUTE: '1' }
  const strict = serverForTests({ settings: { WELCOME_CREDITS: '0', ...limits } })

  test('rejects the next one of every operation with 429 and the headers that say when to retry', async () => {
    const callers = await callersOf(strict())
    const call = (operation: Operation) => callers(operation).allowed.call(operation.id, exampleArguments(operation.id))
    await call(operations[0] as Operation)
    const answered: string[] = []
    for (const operation of operations) {
      const { status, headers } = await call(operation)
      answered.push(`${operation.id} ${status} ${headers.has('Retry-After') && headers.has('RateLimit')}`)
    }
    expect(answered).toEqual(operations.map(({ id }) => `${id} 429 true`))
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { type Operation, operations } from '#generated/server/operations.ts'
import { paidThrough, paymentOf, startObligingFacilitator } from '../../testing/payments.ts'
import { serverForTests, type TestCaller, type TestServer } from '../../testing/server.ts'
import {
  documentedStatuses,
  exampleArguments,
  exampleResult,
  requiredArguments,
  standIns,
} from '../../testing/stand-ins.ts'
import { CAPABILITIES, isCapability } from '../accounts/grant.ts'
import { ApiError, type ErrorCode } from '../base/errors.ts'
import type { Context } from './context.ts'

interface Callers {
  anonymous: TestCaller
  /** May do everything that the operation's family offers. */
  allowed: TestCaller
  /** Has the same rights and no credits. */
  poor: TestCaller
  /** A known caller without any service. */
  narrow: TestCaller
}

/** How to cause each status of the document, on any operation. The suite fails for a status without a way. */
const provoke: Record<string, (operation: Operation, callers: Callers) => Promise<{ status: number }>> = {
  200: (operation, { allowed }) => callPaid(operation, allowed),
  400: ({ id }, { allowed }) => allowed.call(id, { ...exampleArguments(id), no_such_argument: 'x' }),
  401: ({ id }, { anonymous }) =>
    anonymous.send(id, { headers: { Authorization: `Bearer od_${'x'.repeat(43)}`, 'Idempotency-Key': 'k' } }),
  402: ({ id, needs }, { anonymous, poor }) => (needs === 'account' ? poor : anonymous).call(id, exampleArguments(id)),
  403: ({ id }, { narrow }) => narrow.call(id, exampleArguments(id)),
  404: (operation, { allowed }) => failing('not_found', () => callPaid(operation, allowed)),
  409: (operation, { allowed }) => failing('conflict', () => callPaid(operation, allowed)),
  410: (operation, { allowed }) => failing('gone', () => callPaid(operation, allowed)),
  422: (operation, { allowed }) => failing('idempotency_mismatch', () => callPaid(operation, allowed)),
  502: (operation, { allowed }) => failing('upstream_failed', () => callPaid(operation, allowed)),
  503: (operation, { allowed }) => failing('not_configured', () => callPaid(operation, allowed)),
  504: (operation, { allowed }) => failing('upstream_timeout', () => callPaid(operation, allowed)),
}

/** A call with the document's example; with a payment, if that alone pays. */
function callPaid({ id, topUp }: Operation, caller: TestCaller) {
  const args = exampleArguments(id)
  if (!topUp) return caller.call(id, args)
  const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': paymentOf(Number(args.credits)) }
  return caller.send(id, { body: JSON.stringify(args), headers })
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
const server = serverForTests({ handlers, settings: { WELCOME_CREDITS: '0', ...paidThrough(facilitator.url) } })

async function callersOf({ account, anonymous, ledger }: TestServer): Promise<(operation: Operation) => Callers> {
  const rich = await account()
  await ledger.grant(rich.id, 1_000_000_000, 'for the test')
  const poor = await account()
  const narrow = await rich.withToken({ actions: true, scope: { kind: 'services', services: [] } })
  const product = { actions: true, scope: { kind: 'product' as const, capabilities: [...CAPABILITIES] } }
  const [richProduct, poorProduct] = [await rich.withToken(product), await poor.withToken(product)]
  return ({ family }) =>
    isCapability(family)
      ? { anonymous, narrow, allowed: richProduct, poor: poorProduct }
      : { anonymous, narrow, allowed: rich, poor }
}

const documenting = (status: string): Operation[] =>
  operations.filter(({ id }) => documentedStatuses(id).includes(status))
/** A limit is reached by calling, which needs a separate server. */
const limited = '429'
const statuses = [...new Set(operations.flatMap(({ id }) => documentedStatuses(id)))].filter((each) => each !== limited)

test.each(statuses)('every operation that documents %s returns it, in the documented form', async (status) => {
  const bring = provoke[status]
  if (!bring) throw new Error(`The document has ${status}, and this suite does not know how to cause it: add a way.`)
  const callers = await callersOf(server())
  const answered: string[] = []
  for (const operation of documenting(status)) {
    answered.push(`${operation.id} ${(await bring(operation, callers(operation))).status}`)
  }
  expect(answered).toEqual(documenting(status).map(({ id }) => `${id} ${status}`))
})

test('every operation rejects any other verb, and names its own', async () => {
  for (const { id, path } of operations) {
    const { status, headers } = await server().anonymous.send(id, { method: 'DELETE' })
    const verbs = operations.filter((each) => each.path === path).map(({ verb }) => verb)
    const allowed = headers.get('Allow')?.split(', ').sort()
    // Other spellings of the older paths belong to the gateway, which also accepts GET.
    const expected = path.startsWith('/v1/') ? expect.arrayContaining(verbs) : verbs.sort()
    expect([id, status, allowed]).toEqual([id, 405, expected])
  }
})

test('an operation called without arguments names every required one', async () => {
  const callers = await callersOf(server())
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
  const strict = serverForTests({ handlers, settings: { WELCOME_CREDITS: '0', ...limits } })

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

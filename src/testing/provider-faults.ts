import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest'
import type { OperationId } from '../../generated/server/operations.ts'
import type { Examples } from '../runtime/outbound/description.ts'
import type { Ages } from '../runtime/outbound/provider-cache.ts'
import { newDataDir } from './databases.ts'
import { drawnRows } from './drawn-rows.ts'
import { manyCallers } from './many-callers.ts'
import {
  type ProviderFault,
  type ProviderStandIn,
  providerFaults,
  standInRetryAfterS,
  startProviderStandIn,
} from './provider-stand-in.ts'
import { type CheckedResponse, type ErrorBody, serverForTests, startTestServer, type TestAccount } from './server.ts'

type Args = Readonly<Record<string, unknown>>

/** A method that calls one provider. */
export interface FaultyMethod {
  readonly id: OperationId
  /** A function where they are known only once there is something to ask for. */
  readonly args: Args | ((caller: TestAccount) => Promise<Args>)
  /** The proper responses of the provider. */
  readonly answers: Examples
  /** What goes on working while there is a fault. */
  readonly spared?: ((path: string) => boolean) | undefined
  /** The settings that make the method call the stand-in. */
  settings(url: string): Readonly<Record<string, string>>
  /** The maximum ages of cached data; undefined for a method without a cache. */
  readonly ages?: Ages
  /** What the result has that a method falls back on, free of charge, instead of failing with its provider. */
  readonly fallback?: Args
  /** The time after which a failed provider is called again; a little more than five minutes if not given. */
  readonly restMs?: number
  /** Faults in spite of which it returns what it can. */
  readonly forgives?: readonly ProviderFault[]
  /** Whether its provider forbids caching: only concurrent callers share a request. */
  readonly keepsNothing?: true
}

/** How a method met a fault, as a line of the printed table. */
export interface MetFault {
  readonly method: string
  /** The provider, as results name it. */
  readonly source: string
  readonly fault: ProviderFault
  /** The caller's response: `502 upstream_failed`, or a fallback. */
  readonly outcome: string
  readonly seconds: number
  readonly chargedMicroCredits: number
  /** The caller's response while older data were cached. */
  readonly kept: string
}

declare module 'vitest' {
  interface TaskMeta {
    metFault?: MetFault
  }
}

/** Longer than any cache lasts and any provider is avoided. */
const longAfterMs = 60 * 86_400_000
/** Longer than any provider is avoided, and shorter than any stale data lasts. */
const breakerRestMs = 301_000
/** The longest that a call may take, with a provider that has a second. */
export const boundMs = 15_000

const tooLate = [504, 'upstream_timeout']
const wrong = [502, 'upstream_failed']

/** Of an endless body, size or time is over first; of a cut connection, the tries or the time. */
function expected(fault: ProviderFault): unknown[] {
  if (fault === 'endless body' || fault === 'cut connection') return [tooLate, wrong]
  return fault === 'silent' || fault === 'slow body' ? [tooLate] : [wrong]
}

/** Expects the documented failure of a provider with this fault. */
export function checkFailure(fault: ProviderFault, { status, body, headers }: CheckedResponse<ErrorBody>): string {
  expect(expected(fault)).toContainEqual([status, body.code])
  const retryAfterS = Number(headers.get('Retry-After'))
  if (fault === 'rate limit') expect(retryAfterS).toBe(standInRetryAfterS)
  else expect(retryAfterS).toBeGreaterThan(0)
  return `${status} ${body.code}`
}

/** Every day one that is a time-out and one that is a wrong response: all methods document both. */
const faults = [
  'silent',
  'html',
  ...drawnRows(
    providerFaults.filter((fault) => fault !== 'silent' && fault !== 'html'),
    6,
  ),
] as const

/**
 * Registers tests of every method with every way in which its provider can fail: the call ends in bounded time with the
 * documented error and costs nothing, cached data is returned and marked while it is fresh enough, and the method
 * recovers; a few of these ways each day, all of them in `npm run faults`. Most of that is waiting, so all methods,
 * each with its own server, meet a fault at the same time. Then many callers ask for the same at once, a thousand of
 * the first method: every outside request is made once. `npm run faults` prints the table.
 */
export function testProviderFaults(methods: readonly FaultyMethod[]): void {
  const places = methods.map((method) => ({ method, place: faultyPlace(method) }))

  describe.each(faults)('with its provider having the fault "%s"', (fault) => {
    const meeting = places.filter(({ method }) => !method.forgives?.includes(fault))
    const outcomes = new Map<FaultyMethod, Promise<MetFault>>()
    beforeAll(() => {
      for (const { method, place } of meeting) {
        const outcome = place.meet(fault)
        // The test of the method reports it.
        outcome.catch(() => undefined)
        outcomes.set(method, outcome)
      }
    })
    test.for(meeting)('$method.id', { timeout: boundMs }, async ({ method }, context) => {
      note(context, await (outcomes.get(method) as Promise<MetFault>))
    })
  })

  for (const { method, place } of places) {
    if (!method.ages || method.fallback) continue
    test(`${method.id} returns nothing that is older than its maximum age`, () => place.outliveMaximumAge())
  }

  const asked = methods
    .filter(({ keepsNothing }) => !keepsNothing)
    .map((method, index) => ({ id: method.id, method, count: index === 0 ? 1000 : 100 }))
  test.for(drawnRows(asked, 1))('$count callers of $id at once make each outside request once', ({ method, count }) =>
    askTogether(method, count),
  )
}

/** Puts a line into the table that `npm run faults` prints. */
export function note({ task }: Pick<TestContext, 'task'>, met: MetFault): void {
  task.meta.metFault = met
}

/** A server and a provider for one method. */
function faultyPlace(method: FaultyMethod) {
  const { id, ages, fallback } = method
  let standIn: ProviderStandIn
  const settings: Record<string, string> = {}
  beforeAll(async () => {
    standIn = await startProviderStandIn(method.answers, () => server().clock.now())
    standIn.spared = method.spared
    Object.assign(settings, method.settings(standIn.url), { PROVIDER_TIMEOUT_S: '1' })
  })
  const server = serverForTests({ settings })
  afterAll(() => standIn[Symbol.asyncDispose]())

  /** Long after all that was before. */
  async function arrival(): Promise<{ caller: TestAccount; args: Args }> {
    server().clock.advance(longAfterMs)
    const caller = await server().account()
    await server().ledger.grant(caller.id, 1e10, 'for the test')
    return { caller, args: typeof method.args === 'function' ? await method.args(caller) : method.args }
  }

  async function costingNothing<T>({ id: account }: TestAccount, call: () => Promise<T>): Promise<T> {
    const before = await server().ledger.balance(account)
    const result = await call()
    expect(await server().ledger.balance(account)).toEqual(before)
    return result
  }

  async function meet(fault: ProviderFault): Promise<MetFault> {
    standIn.fault = undefined
    const { caller, args } = await arrival()
    standIn.fault = fault
    const startedAt = performance.now()
    const outcome = await costingNothing(caller, async () => {
      if (!fallback) return checkFailure(fault, await caller.fails(id, args))
      expect(await caller.ok(id, args as never)).toMatchObject(fallback)
      return `200 ${JSON.stringify(fallback)}`
    })
    const seconds = (performance.now() - startedAt) / 1000

    standIn.fault = undefined
    server().clock.advance(method.restMs ?? breakerRestMs)
    const good = (await caller.ok(id, args as never)) as unknown as Readonly<Record<string, unknown>>
    if (fallback) expect(good).not.toMatchObject(fallback)
    const source = typeof good.source === 'string' ? good.source : ''
    const met = { method: id, source, fault, outcome, seconds, chargedMicroCredits: 0 }
    if (!ages) return { ...met, kept: 'nothing is kept' }
    expect(good).toMatchObject({ stale: false })

    standIn.fault = fault
    server().clock.advance(ages.maxAgeMs)
    const kept = await costingNothing(caller, () => caller.ok(id, args as never))
    expect(kept).toMatchObject({ stale: true, as_of: good.as_of })
    return { ...met, kept: '200 stale' }
  }

  async function outliveMaximumAge(): Promise<void> {
    standIn.fault = undefined
    const { caller, args } = await arrival()
    await caller.call(id, args)
    standIn.fault = 'html'
    server().clock.advance((ages?.maxAgeMs ?? 0) + 1)
    expect(await caller.call(id, args)).toMatchObject({ status: 502 })
  }

  return { meet, outliveMaximumAge }
}

/**
 * With a separate server, whose provider has the usual time: this many concurrent callers can take seconds on a busy
 * machine.
 */
async function askTogether(method: FaultyMethod, count: number): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const standIn = stack.use(await startProviderStandIn(method.answers, () => server.clock.now()))
  const dataDir = await newDataDir()
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const server = await startTestServer({ dataDir, settings: method.settings(standIn.url) })
  stack.defer(() => server.stop())
  const caller = await server.account()
  await server.ledger.grant(caller.id, 1e10, 'for the test')
  const args = typeof method.args === 'function' ? await method.args(caller) : method.args
  const statuses = await manyCallers(count, { url: server.url, token: caller.token, id: method.id, args })
  expect(statuses).toEqual(new Map([[200, count]]))
  const asked = standIn.requests.map(({ method: verb, path, query, body }) => `${verb} ${path}?${query} ${body}`)
  expect(asked.length).toBeGreaterThan(0)
  expect(asked).toEqual([...new Set(asked)])
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationId } from '../../generated/server/operations.ts'
import type { Examples } from '../runtime/outbound/description.ts'
import type { Ages } from '../runtime/outbound/kept-answers.ts'
import {
  type ProviderFault,
  type ProviderStandIn,
  providerFaults,
  standInRetryAfterS,
  startProviderStandIn,
} from './provider-stand-in.ts'
import { type CheckedResponse, type ErrorBody, serverForTests, type TestAccount } from './server.ts'

/** A method that one provider answers. */
export interface FaultyMethod {
  readonly id: OperationId
  readonly args: Record<string, unknown>
  /** What the provider answers when it works. */
  readonly answers: Examples
  /** The settings by which the method asks the stand-in. */
  settings(url: string): Readonly<Record<string, string>>
  /** How old the provider's data may get; undefined for a method that keeps none. */
  readonly ages?: Ages
  /** What the result has that a method falls back on, free of charge, instead of failing with its provider. */
  readonly fallback?: Readonly<Record<string, unknown>>
}

/** Longer than anything is kept and any provider is left alone. */
const longAfterMs = 60 * 86_400_000
/** Longer than any provider is left alone, and shorter than anything old is kept. */
const breakerRestMs = 301_000
/** The longest that a call may take, with a provider that has a second. */
const boundMs = 15_000

const tooLate = [504, 'upstream_timeout']
const wrong = [502, 'upstream_failed']

/** Of an endless body, size or time is over first; of a cut connection, the tries or the time. */
function expected(fault: ProviderFault): unknown[] {
  if (fault === 'endless body' || fault === 'cut connection') return [tooLate, wrong]
  return fault === 'silent' || fault === 'slow body' ? [tooLate] : [wrong]
}

function checkFailure(fault: ProviderFault, { status, body, headers }: CheckedResponse<ErrorBody>): void {
  expect(expected(fault)).toContainEqual([status, body.code])
  const retryAfterS = Number(headers.get('Retry-After'))
  if (fault === 'rate limit') expect(retryAfterS).toBe(standInRetryAfterS)
  else expect(retryAfterS).toBeGreaterThan(0)
}

/**
 * Registers tests of every method with every way in which its provider can fail: the call ends in bounded time with the
 * documented error and costs nothing, kept data are returned and marked while they are young enough, and the method
 * recovers. Most of that is waiting, so all methods, each with a server of its own, meet a fault at the same time.
 */
export function testProviderFaults(methods: readonly FaultyMethod[]): void {
  const places = methods.map((method) => ({ method, place: faultyPlace(method) }))

  describe.each(providerFaults)('with its provider having the fault "%s"', (fault) => {
    const meetings = new Map<FaultyMethod, Promise<void>>()
    beforeAll(() => {
      for (const { method, place } of places) {
        const meeting = place.meet(fault)
        // The test of the method reports it.
        meeting.catch(() => undefined)
        meetings.set(method, meeting)
      }
    })
    test.each(methods)('$id', { timeout: boundMs }, (method) => meetings.get(method))
  })

  for (const { method, place } of places) {
    if (!method.ages || method.fallback) continue
    test(`${method.id} returns nothing that is older than its maximum age`, () => place.outliveMaximumAge())
  }
}

/** A server and a provider for one method. */
function faultyPlace(method: FaultyMethod) {
  const { id, args, ages, fallback } = method
  let standIn: ProviderStandIn
  const settings: Record<string, string> = {}
  beforeAll(async () => {
    standIn = await startProviderStandIn(method.answers, () => server().clock.now())
    Object.assign(settings, method.settings(standIn.url), { PROVIDER_TIMEOUT_S: '1' })
  })
  const server = serverForTests({ settings })
  afterAll(() => standIn[Symbol.asyncDispose]())

  async function richCaller(): Promise<TestAccount> {
    server().clock.advance(longAfterMs)
    const caller = await server().account()
    await server().ledger.grant(caller.id, 1e9, 'for the test')
    return caller
  }

  async function costingNothing<T>({ id: account }: TestAccount, call: () => Promise<T>): Promise<T> {
    const before = await server().ledger.balance(account)
    const result = await call()
    expect(await server().ledger.balance(account)).toEqual(before)
    return result
  }

  async function meet(fault: ProviderFault): Promise<void> {
    const caller = await richCaller()
    standIn.fault = fault
    if (fallback) expect(await costingNothing(caller, () => caller.ok(id, args as never))).toMatchObject(fallback)
    else checkFailure(fault, await costingNothing(caller, () => caller.fails(id, args)))

    standIn.fault = undefined
    server().clock.advance(breakerRestMs)
    const good = await caller.ok(id, args as never)
    if (!ages) return
    expect(good).toMatchObject({ stale: false })

    standIn.fault = fault
    server().clock.advance(ages.maxAgeMs)
    const kept = await costingNothing(caller, () => caller.ok(id, args as never))
    expect(kept).toMatchObject({ stale: true, as_of: (good as unknown as { as_of: string }).as_of })
  }

  async function outliveMaximumAge(): Promise<void> {
    standIn.fault = undefined
    const caller = await richCaller()
    await caller.call(id, args)
    standIn.fault = 'html'
    server().clock.advance((ages?.maxAgeMs ?? 0) + 1)
    expect(await caller.call(id, args)).toMatchObject({ status: 502 })
  }

  return { meet, outliveMaximumAge }
}

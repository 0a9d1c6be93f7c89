import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { call, grant, pipeline } from '#testing/pipeline.ts'
import { exampleResult, standIns } from '#testing/stand-ins.ts'
import type { BillingLedger } from '../money/bill.ts'
import type { Ledger } from '../money/ledger.ts'
import type { Caller } from './caller.ts'
import type { Context } from './context.ts'
import type { KnownCall } from './incoming.ts'
import { statusOf } from './response.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const caller: Caller = { kind: 'account', via: 'session', account: grant.account, sessionId: 'session_1' }
const known: KnownCall = {
  operationId: 'notes.delete',
  args: { title: 'Groceries' },
  caller,
  requestId: 'request-1',
}

/** Works until its signal fires. */
const obeying = (_args: unknown, ctx: unknown) =>
  new Promise<never>((_, reject) => {
    const { signal } = ctx as Context
    const stop = () => reject(new Error('The provider hung up.', { cause: signal.reason }))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
  })

/** A ledger that records what is done with reservations. */
function notingLedger() {
  const done: string[] = []
  const ledger = {
    balance: async () => ({ balance: 9_000_000, reserved: 0, available: 9_000_000 }),
    async reserve(priced) {
      done.push('reserve')
      return { ...priced, id: 'reservation_1', holder: 'holder_1' }
    },
    raise: () => Promise.reject(new Error('nothing is raised here')),
    async settle() {
      done.push('settle')
      return { charged: 1_000_000, available: 8_000_000 }
    },
    settleWithin: () => Promise.reject(new Error('nothing is written here')),
    keepWithin: () => Promise.reject(new Error('nothing is stored here')),
    refund: () => Promise.reject(new Error('nothing is refunded here')),
    decide: () => Promise.reject(new Error('nothing is in doubt here')),
    async release() {
      done.push('release')
      return { charged: 0, available: 9_000_000 }
    },
  } as Pick<Ledger, 'balance'> & BillingLedger
  return { done, ledger }
}

describe('time is up', () => {
  test('the signal of the call fires; it fails with 504 upstream_timeout and is not charged', async () => {
    const { done, ledger } = notingLedger()
    const { calls, lines } = pipeline(standIns({ 'text.classify': obeying }), operations, { ledger })
    const running = calls.run({ ...known, operationId: 'text.classify', args: { text: 'Bread', labels: 'a,b' } })
    await vi.advanceTimersByTimeAsync(239_000)
    expect(done).toEqual(['reserve'])
    await vi.advanceTimersByTimeAsync(1000)
    const outcome = await running
    expect([statusOf(outcome), outcome.error?.code, outcome.charge?.charged]).toEqual([504, 'upstream_timeout', 0])
    expect(outcome.error?.message).toBe(
      'text.classify took longer than the 240 seconds that a call is allowed, so it was stopped. Nothing was charged.',
    )
    expect(done).toEqual(['reserve', 'release'])
    expect(lines).toMatchObject([{ msg: 'call failed', code: 'upstream_timeout' }])
  })

  test('comes after the seconds that the server is configured for', async () => {
    const { calls } = pipeline(standIns({ 'notes.delete': obeying }), operations, { timeLimitMs: 5000 })
    const running = calls.run(known)
    await vi.advanceTimersByTimeAsync(5000)
    expect((await running).error?.message).toContain('5 seconds')
  })

  test('a result that arrives anyway is returned', async () => {
    const late = async (_args: unknown, ctx: unknown) => {
      await new Promise<void>((resolve) => (ctx as Context).signal.addEventListener('abort', () => resolve()))
      return exampleResult('notes.delete')
    }
    const { calls } = pipeline(standIns({ 'notes.delete': late }), operations, { timeLimitMs: 5000 })
    const running = calls.run(known)
    await vi.advanceTimersByTimeAsync(5000)
    expect((await running).error).toBeUndefined()
  })

  test('is no longer counted once the call has ended', async () => {
    const reading = (_args: unknown, ctx: unknown) => {
      expect((ctx as Context).signal.aborted).toBe(false)
      return exampleResult('notes.delete')
    }
    const { calls } = pipeline(standIns({ 'notes.delete': reading }))
    expect((await calls.run(known)).error).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a caller that disconnects', () => {
  test('stops its call, which is logged as cancelled and not as a failure of the server', async () => {
    const { calls, lines, registry } = pipeline(standIns({ 'notes.delete': obeying }))
    const leaving = new AbortController()
    const running = calls.run({ ...known, signal: leaving.signal })
    await vi.advanceTimersByTimeAsync(1000)
    leaving.abort()
    expect((await running).error?.message).toBe('The call was cancelled before it was done. Nothing was charged.')
    expect(lines).toMatchObject([{ level: 'info', msg: 'call cancelled', code: 'cancelled', requestId: 'request-1' }])
    expect(await registry.metrics()).toContain('onedoor_calls_total{operation="notes.delete",code="cancelled"} 1')
  })

  test('before its metered call has begun: the handler does not run', async () => {
    const { done, ledger } = notingLedger()
    const seen = vi.fn()
    const { calls } = pipeline(standIns({ 'text.classify': seen }), operations, { ledger })
    const args = { text: 'Bread', labels: 'a,b' }
    await calls.run({ ...known, operationId: 'text.classify', args, signal: AbortSignal.abort() })
    expect(seen).not.toHaveBeenCalled()
    expect(done).toEqual(['reserve', 'release'])
  })

  test('is no longer listened to once its call has ended', async () => {
    const reading = (_args: unknown, ctx: unknown) => {
      expect((ctx as Context).signal.aborted).toBe(false)
      return exampleResult('notes.delete')
    }
    const { calls } = pipeline(standIns({ 'notes.delete': reading }))
    const { signal } = new AbortController()
    await calls.run({ ...known, signal })
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

test('a call whose handler does not read the signal creates none', async () => {
  const { calls } = pipeline(standIns())
  const asked = call({ authorization: 'Bearer all' })
  const signal = vi.fn()
  Object.defineProperty(asked, 'signal', { get: signal })
  expect((await calls.take(asked)).error).toBeUndefined()
  expect([signal.mock.calls.length, vi.getTimerCount()]).toEqual([0, 0])
})

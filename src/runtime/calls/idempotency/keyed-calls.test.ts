import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { storeWith } from '#testing/store-with.ts'
import { manualClock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import { thisProcess } from '../../base/processes.ts'
import type { Store } from '../../store/types.ts'
import {
  type Begun,
  type Claim,
  type KeyedCall,
  KeyedCalls,
  keptMs,
  leaseMs,
  maxAnswerBytes,
  purgeBatch,
} from './keyed-calls.ts'

const unsafe = { retry: 'unsafe', microCredits: 0 } as const
const repeatable = { retry: 'idempotent', microCredits: 0 } as const
const metered = { retry: 'safe', microCredits: 1_000_000 } as const
const elsewhere = { machine: 'another machine', pid: 7 }

const call: KeyedCall = { subject: 'ann', operationId: 'docs.write', key: 'k1', fingerprint: 'a' }

function claimOf(begun: Begun): Claim {
  if (!begun.claim) throw new Error(`the key was answered: ${begun.answer}`)
  return begun.claim
}

/** The store, whose first statement outside of a transaction fails. */
function failingOnce(store: Store): Store {
  let hasFailed = false
  const run: Store['run'] = async (query) => {
    if (hasFailed) return store.run(query)
    hasFailed = true
    throw new Error('the database does not respond')
  }
  return storeWith(store, { run })
}

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  const opened: KeyedCalls[] = []
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  async function keyed() {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const clock = manualClock()
    const leaseClock = manualClock()
    /** The view of another process, if it shares the database. */
    const open = (on: Store = store, me = thisProcess()) => {
      const calls = new KeyedCalls({ store: on, secret: 'secret', clock, leaseClock, me })
      opened.push(calls)
      return calls
    }
    const rows = async () => (await store.all(store.sql('idempotency_keys').select('key'))).length
    return { settings, store, clock, leaseClock, open, rows }
  }

  describe('a key', () => {
    test('returns what its first call returned, also after a restart', async () => {
      const { open } = await keyed()
      const first = open()
      expect(await claimOf(await first.begin(call)).keep('{"id":"doc_1"}', unsafe)).toBe(true)
      await first.close()
      expect(await open().begin(call)).toEqual({ answer: '{"id":"doc_1"}' })
    })

    test('returns a lasting error with all its fields', async () => {
      const calls = (await keyed()).open()
      const details = [{ path: 'title', message: 'is taken' }]
      await claimOf(await calls.begin(call)).keep(new ApiError('invalid_argument', 'No.', { details }), unsafe)
      const { answer } = await calls.begin(call)
      expect(answer).toBeInstanceOf(ApiError)
      expect(answer).toMatchObject({ code: 'invalid_argument', status: 400, message: 'No.', details })
    })

    test.each([
      'internal',
      'upstream_failed',
      'upstream_timeout',
      'unavailable',
      'rate_limited',
      'payment_required',
      'conflict',
    ] as const)('is free again after %s, which another try may avoid', async (code) => {
      const { open, rows } = await keyed()
      const calls = open()
      await claimOf(await calls.begin(call)).keep(new ApiError(code, 'Not now.'), unsafe)
      expect(await rows()).toBe(0)
      expect((await calls.begin(call)).claim).toBeDefined()
    })

    test('is another key for another caller and another operation', async () => {
      const calls = (await keyed()).open()
      await claimOf(await calls.begin(call)).keep('1', unsafe)
      expect((await calls.begin({ ...call, subject: 'bob' })).claim).toBeDefined()
      expect((await calls.begin({ ...call, operationId: 'blog.create' })).claim).toBeDefined()
      expect((await calls.begin({ ...call, key: 'K1' })).claim).toBeDefined()
    })

    test('is rejected with other arguments, while its call runs and afterwards', async () => {
      const calls = (await keyed()).open()
      const claim = claimOf(await calls.begin(call))
      const other = { ...call, fingerprint: 'b' }
      await expect(calls.begin(other)).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 422 })
      await claim.keep('1', unsafe)
      await expect(calls.begin(other)).rejects.toMatchObject({ code: 'idempotency_mismatch', status: 422 })
    })

    test('is stored with a fingerprint that only the server can compute; rows of older releases still count', async () => {
      const { open, store } = await keyed()
      const calls = open()
      await claimOf(await calls.begin(call)).keep('1', unsafe)
      const stored = () => store.get(store.sql('idempotency_keys').select('arguments_sha256'))
      const digest = createHmac('sha256', 'secret').update(call.fingerprint).digest('hex')
      expect(await stored()).toEqual({ arguments_sha256: digest })
      await store.run(store.sql('idempotency_keys').update({ arguments_sha256: call.fingerprint }))
      expect((await calls.begin(call)).answer).toBe('1')
    })

    test('is rejected while its call runs, for longer the longer that takes', async () => {
      const { open, clock } = await keyed()
      const calls = open()
      await calls.begin(call)
      await expect(calls.begin(call)).rejects.toMatchObject({ code: 'conflict', status: 409, retryAfterS: 1 })
      clock.advance(6000)
      await expect(calls.begin(call)).rejects.toMatchObject({ retryAfterS: 6 })
      clock.advance(600_000)
      await expect(calls.begin(call)).rejects.toMatchObject({ retryAfterS: leaseMs / 1000 })
    })

    test('expires after a day, and is deleted then', async () => {
      const { open, clock, rows } = await keyed()
      const calls = open()
      await claimOf(await calls.begin(call)).keep('1', unsafe)
      clock.advance(keptMs - 1)
      expect(await calls.purge()).toBe(0)
      expect((await calls.begin(call)).answer).toBe('1')
      clock.advance(1)
      expect((await calls.begin({ ...call, fingerprint: 'b' })).claim).toBeDefined()
      clock.advance(keptMs)
      // Its call still runs.
      expect(await calls.purge()).toBe(0)
      await calls.close()
      expect(await rows()).toBe(0)
    })

    test('is deleted with others in batches, between which other writes get their turn', async () => {
      const { open, store, clock, rows } = await keyed()
      const expired = Array.from({ length: 2 * purgeBatch + 1 }, (_, i) => ({
        subject: 's',
        operation: 'o',
        key: `k${i}`,
        arguments_sha256: 'a',
        claim: `c${i}`,
        machine: 'm',
        pid: 1,
        lease_until: 0,
        // The last batch is of calls that never ended.
        status: i < purgeBatch + 1 ? 200 : null,
        created_at: 0,
        expires_at: clock.now(),
      }))
      for (let i = 0; i < expired.length; i += 50) {
        await store.run(store.sql('idempotency_keys').insert(expired.slice(i, i + 50)))
      }
      const deleted: number[] = []
      const run: Store['run'] = async (query) => {
        const outcome = await store.run(query)
        deleted.push(outcome.changes)
        return outcome
      }
      const calls = open(storeWith(store, { run }))
      const stopping = new AbortController()
      stopping.abort()
      expect(await calls.purge(stopping.signal)).toBe(0)
      expect(await calls.purge()).toBe(2 * purgeBatch + 1)
      expect(deleted).toEqual([purgeBatch, 1, purgeBatch, 0])
      expect(await rows()).toBe(0)
    })

    test('is free again after the lease of a call whose response could not be stored', async () => {
      const { open, store, leaseClock } = await keyed()
      const calls = open(failingOnce(store))
      const claim = claimOf(await calls.begin(call))
      expect(await claim.keep('"lost"', unsafe)).toBe(false)
      await expect(calls.begin(call)).rejects.toMatchObject({ code: 'conflict' })
      leaseClock.advance(leaseMs)
      await claimOf(await calls.begin(call)).keep('"kept"', unsafe)
      expect(await calls.begin(call)).toEqual({ answer: '"kept"' })
    })

    test('is free at once for the process that could not free it, and for others after its lease', async () => {
      const { open, store, leaseClock } = await keyed()
      const [calls, others] = [open(failingOnce(store)), open()]
      await claimOf(await calls.begin(call)).release()
      await expect(others.begin(call)).rejects.toMatchObject({ code: 'conflict' })
      await claimOf(await calls.begin(call)).release()
      await claimOf(await calls.begin(call)).keep('"kept"', unsafe)
      leaseClock.advance(leaseMs)
      expect(await others.begin(call)).toEqual({ answer: '"kept"' })
    })

    test('is deleted with its account', async () => {
      const { open, store, rows } = await keyed()
      const accountId = await fundedAccount(store, 1)
      const calls = open()
      await claimOf(await calls.begin({ ...call, subject: accountId, accountId })).keep('1', unsafe)
      await store.run(store.sql('accounts').where({ id: accountId }).delete())
      expect(await rows()).toBe(0)
    })
  })

  describe('a response too large to be stored', () => {
    const large = JSON.stringify('x'.repeat(maxAnswerBytes))

    test('is not returned again, and its call is not run again if that would do harm or cost something', async () => {
      const calls = (await keyed()).open()
      for (const operation of [unsafe, metered]) {
        const one = { ...call, key: operation.retry }
        expect(await claimOf(await calls.begin(one)).keep(large, operation)).toBe(true)
        const refusal = await calls.begin(one).catch((error: unknown) => error)
        expect(refusal).toMatchObject({ code: 'conflict', status: 409, retryAfterS: undefined })
        expect((refusal as Error).message).toContain('too large to store')
      }
    })

    test('is not stored if running again is harmless and free', async () => {
      const calls = (await keyed()).open()
      expect(await claimOf(await calls.begin(call)).keep(large, repeatable)).toBe(true)
      expect((await calls.begin(call)).claim).toBeDefined()
    })

    test('is counted in bytes', async () => {
      const calls = (await keyed()).open()
      const fits = JSON.stringify('ü'.repeat(maxAnswerBytes / 2 - 1))
      await claimOf(await calls.begin(call)).keep(fits, unsafe)
      expect((await calls.begin(call)).answer).toBe(fits)
    })
  })

  describe('several processes', () => {
    test('run a call once, for any number of simultaneous calls', async () => {
      const { open, settings } = await keyed()
      const processes = [open(), open(await openTestStore(settings), elsewhere)]
      for (let round = 0; round < 5; round++) {
        const one = { ...call, key: `round ${round}` }
        const begun = await Promise.allSettled(
          Array.from({ length: 20 }, (_, i) => (processes[i % 2] as KeyedCalls).begin(one)),
        )
        const claims = begun.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
        expect(claims.map(({ claim }) => claim !== undefined)).toEqual([true])
        const codes = begun.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))
        expect(codes).toEqual(Array(19).fill('conflict'))
        await claimOf(claims[0] as Begun).keep('"done"', unsafe)
        for (const each of processes) expect(await each.begin(one)).toEqual({ answer: '"done"' })
      }
    })

    test('take over the key of a dead one: after its lease, and at once on the same machine', async () => {
      const { open, leaseClock, clock } = await keyed()
      const gone = open(undefined, elsewhere)
      await gone.begin(call)
      clock.advance(3_600_000)
      const calls = open()
      await expect(calls.begin(call)).rejects.toMatchObject({ code: 'conflict' })
      leaseClock.advance(leaseMs)
      await expect(calls.begin({ ...call, fingerprint: 'b' })).rejects.toMatchObject({ code: 'idempotency_mismatch' })
      await claimOf(await calls.begin(call)).keep('"second run"', unsafe)
      // Its day began with the first call.
      clock.advance(keptMs - 3_600_000 - 1)
      expect((await calls.begin(call)).answer).toBe('"second run"')

      const noSuchPid = 2 ** 22 + 1
      await open(undefined, { ...thisProcess(), pid: noSuchPid }).begin({ ...call, key: 'k2' })
      expect((await calls.begin({ ...call, key: 'k2' })).claim).toBeDefined()
    })

    test('leave a call alone that takes longer than a lease, as long as its process renews it', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
      try {
        const { open, store, leaseClock } = await keyed()
        const slow = open(undefined, elsewhere)
        const claim = claimOf(await slow.begin(call))
        const calls = open()
        for (let renewal = 0; renewal < 5; renewal++) {
          leaseClock.advance(leaseMs - 1)
          vi.advanceTimersByTime(leaseMs / 3)
          await vi.waitFor(async () => {
            const row = await store.get<{ lease_until: number }>(store.sql('idempotency_keys').select('lease_until'))
            expect(row?.lease_until).toBe(leaseClock.now() + leaseMs)
          })
          await expect(calls.begin(call)).rejects.toMatchObject({ code: 'conflict' })
        }
        await claim.keep('"at last"', unsafe)
        expect((await calls.begin(call)).answer).toBe('"at last"')
      } finally {
        vi.useRealTimers()
      }
    })

    test('let a slow one neither overwrite nor free a response that was stored since', async () => {
      const { open, leaseClock } = await keyed()
      const slow = claimOf(await open(undefined, elsewhere).begin(call))
      leaseClock.advance(leaseMs)
      const calls = open()
      const claim = claimOf(await calls.begin(call))
      expect(await slow.keep('"slow"', unsafe)).toBe(false)
      await slow.release()
      await expect(calls.begin(call)).rejects.toMatchObject({ code: 'conflict' })
      await claim.keep('"quick"', unsafe)
      expect((await calls.begin(call)).answer).toBe('"quick"')
    })
  })
})

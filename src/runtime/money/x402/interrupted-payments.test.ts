import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import {
  first,
  paymentOf,
  processFor,
  processOn,
  refusal,
  type Script,
  termsOf,
  type Work,
} from '#testing/payment-lives.ts'
import type { Facilitator } from './facilitator.ts'

forEachDatabase((_dialect, openTestStore) => {
  const setUp = (script?: Script) => processFor(openTestStore, script)

  const stuck = () => new Promise<never>(() => undefined)

  test('a process that ends while the handler runs: the payment is refused, its handler never runs again, it is never settled', async () => {
    const { clock, pay, restarted, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const started = Promise.withResolvers<void>()
    void pay(payment, termsOf(), () => {
      started.resolve()
      return stuck()
    })
    await started.promise
    const next = restarted()
    expect(await refusal(next.pay(payment))).toMatchObject({ code: 'conflict', retryAfterS: 1 })
    clock.advance(60_000)
    const error = await refusal(next.pay(payment))
    expect(error).toMatchObject({ code: 'payment_required', message: expect.stringContaining('Nothing was paid') })
    expect([next.runs(), seen.settled.length, await states()]).toEqual([0, 0, ['refused']])
  })

  test('a process that ends while it settles: the next one repeats the settlement and returns the result', async () => {
    const sent = Promise.withResolvers<void>()
    const hang = () => {
      sent.resolve()
      return stuck()
    }
    const { clock, pay, restarted, seen, states, runs } = await setUp({ settle: [hang] })
    const payment = paymentOf(clock)
    void pay(payment)
    await sent.promise
    expect(await states()).toEqual(['settling'])
    const next = restarted()
    await next.reconcile()
    expect(seen.settled).toHaveLength(1)
    clock.advance(60_000)
    await next.reconcile()
    expect([seen.settled.length, await states()]).toEqual([2, ['settled']])
    expect(await next.pay(payment)).toMatchObject({ result: { items: ['a'] } })
    expect(runs() + next.runs()).toBe(1)
  })

  test('a dead process on this machine is not waited for', async () => {
    const { store, clock, restarted, seen, states } = await setUp()
    const asked = Promise.withResolvers<void>()
    const hangs: Facilitator = {
      verify() {
        asked.resolve()
        return stuck()
      },
      settle: stuck,
    }
    const payment = paymentOf(clock)
    // No process has this id: the largest that Linux assigns is 4,194,304.
    void processOn(store, clock, hangs, { ...first, pid: 99_999_999 }).pay(payment)
    await asked.promise
    expect(await states()).toEqual(['reserved'])
    expect((await restarted().pay(payment)).receipt?.success).toBe(true)
    expect(seen.settled).toHaveLength(1)
  })

  test('a process that ends before anything was verified leaves the payment free', async () => {
    const { store, clock, restarted, states } = await setUp()
    const asked = Promise.withResolvers<void>()
    const hangs: Facilitator = {
      verify() {
        asked.resolve()
        return stuck()
      },
      settle: stuck,
    }
    const payment = paymentOf(clock)
    void processOn(store, clock, hangs).pay(payment)
    await asked.promise
    expect(await states()).toEqual(['reserved'])
    clock.advance(60_000)
    const next = restarted()
    expect((await next.pay(payment)).receipt?.success).toBe(true)
    expect(next.runs()).toBe(1)
  })

  test('a settlement that was interrupted inside this process is continued by the next request', async () => {
    const breaks = () => Promise.reject(new Error('the database is full'))
    const { clock, pay, states, runs, seen } = await setUp({ settle: [breaks] })
    const payment = paymentOf(clock)
    await expect(pay(payment)).rejects.toThrow('the database is full')
    expect(await states()).toEqual(['settling'])
    expect(await pay(payment)).toMatchObject({ result: { items: ['a'] }, isReplay: true })
    expect([runs(), seen.settled.length, await states()]).toEqual([1, 2, ['settled']])
  })

  test('a handler that outlives its lease and finds the payment given up is not paid', async () => {
    const { clock, pay, restarted, seen, states } = await setUp()
    const payment = paymentOf(clock)
    const finish = Promise.withResolvers<Work>()
    const started = Promise.withResolvers<void>()
    const late = pay(payment, termsOf(), () => {
      started.resolve()
      return finish.promise
    })
    await started.promise
    clock.advance(60_000)
    await restarted().reconcile()
    finish.resolve({ result: 'late', isFree: false })
    expect((await refusal(late)).code).toBe('conflict')
    expect([seen.settled.length, await states()]).toEqual([0, ['refused']])
  })
})

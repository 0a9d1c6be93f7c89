import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { noLimits } from '../../testing/no-limits.ts'
import { manualClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { type Limiter, slackOf } from './limiter.ts'
import { createLimits, type LimitSettings, type Limits } from './limits.ts'

const defaults: LimitSettings = {
  anonymousPerMinute: 300,
  accountPerMinute: 1200,
  signInPer15Minutes: 20,
  publicWritesPerHour: 60,
  mailPerDay: 50,
}

async function allowed(verdicts: ReturnType<Limiter['take']>[]): Promise<number> {
  return (await Promise.all(verdicts)).filter((verdict) => verdict?.isAllowed).length
}

async function taken(work: (() => Promise<void>)[]): Promise<number> {
  return (await Promise.allSettled(work.map((each) => each()))).filter(({ status }) => status === 'fulfilled').length
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

async function rows(store: Store): Promise<number> {
  return (await store.all(store.sql('rate_limits').select('subject'))).length
}

forEachDatabase((_dialect, openTestStore, newDatabase) => {
  /** Two processes from the point of view of the database. */
  async function twoProcesses(config: LimitSettings = defaults) {
    const settings = await newDatabase()
    const clock = manualClock()
    const stores = [await openTestStore(settings), await openTestStore(settings)] as const
    const [one, two] = stores.map((store) => createLimits({ store, clock, config })) as [
      ReturnType<typeof createLimits>,
      ReturnType<typeof createLimits>,
    ]
    return { clock, store: stores[0], one, two }
  }

  describe('two processes', () => {
    test('never exceed an exact limit, in any race', async () => {
      const { one, two, clock } = await twoProcesses({ ...defaults, mailPerDay: 5 })
      const mail = (limits: typeof one) => () => limits.outbound.mail.take('account_1')
      expect(await taken(times(12, (i) => mail(i % 2 ? one : two)))).toBe(5)
      expect(await taken([mail(one), mail(two)])).toBe(0)
      const [refusal] = await Promise.allSettled([mail(two)()])
      expect(refusal).toMatchObject({ reason: { code: 'rate_limited', retryAfterS: 90_000 } })
      clock.advance(90_000_000)
      expect(await taken(times(6, (i) => mail(i % 2 ? one : two)))).toBe(5)
    })

    test('share the limit of an address to within the slack of one of them', async () => {
      const { one, two } = await twoProcesses()
      let total = 0
      for (let round = 0; round < 12; round++) {
        total += await allowed(times(40, (i) => (i % 2 ? one : two).ofAddress('198.51.100.4')))
      }
      expect(total).toBeGreaterThanOrEqual(300)
      expect(total).toBeLessThanOrEqual(300 + slackOf(300))
    })

    test('know what a third allowed before they started', async () => {
      const { store, clock, one } = await twoProcesses()
      let total = 0
      for (let round = 0; round < 10; round++) total += await allowed(times(100, () => one.ofAddress('198.51.100.4')))
      expect(total).toBe(300)
      await one.idle()
      const restarted = createLimits({ store, clock, config: defaults })
      let more = 0
      for (let round = 0; round < 10; round++) {
        more += await allowed(times(100, () => restarted.ofAddress('198.51.100.4')))
      }
      expect(more).toBeLessThanOrEqual(slackOf(300))
    })
  })

  test('every limit has its own count, and its own for each subject', async () => {
    const { one } = await twoProcesses({ ...noLimits, accountPerMinute: 1, publicWritesPerHour: 1, mailPerDay: 1 })
    expect(await allowed([one.ofAccount('a'), one.ofAccount('b'), one.ofAccount('a')])).toBe(2)
    expect(await allowed([one.ofPublicWrites('a')])).toBe(1)
    expect(await allowed([one.ofPublicWrites('a')])).toBe(0)
    await one.outbound.mail.take('a')
    await expect(one.outbound.mail.take('a')).rejects.toThrow('limit of 1 mails per day for each account')
    expect(one.ofAddress('198.51.100.4')).toBeUndefined()
  })

  test('a changed quota counts from the next take, also to and from no limit', async () => {
    const config = { ...noLimits, accountPerMinute: undefined as number | undefined, mailPerDay: 1 }
    const { one } = await twoProcesses(config)
    const takes = (count: number) => allowed(times(count, () => one.ofAccount('a')))
    expect([one.ofAccount('a'), await taken(times(2, () => () => one.outbound.mail.take('a')))]).toEqual([undefined, 1])
    config.accountPerMinute = 2
    config.mailPerDay = 3
    expect([await takes(3), await taken(times(3, () => () => one.outbound.mail.take('a')))]).toEqual([2, 2])
    config.accountPerMinute = 30
    expect(await takes(40)).toBe(28)
    config.accountPerMinute = undefined
    expect(one.ofAccount('a')).toBeUndefined()
  })

  test('attempts to sign in are counted by IPv4 address and by /64', async () => {
    const { one, two } = await twoProcesses({ ...noLimits, signInPer15Minutes: 2 })
    await one.signIn.take('2001:db8:0:1::1')
    await two.signIn.take('2001:db8:0:1:ffff::2')
    await expect(one.signIn.take('2001:db8:0:1::3')).rejects.toThrow('2 attempts to sign in per 15 minutes')
    await one.signIn.take('2001:db8:0:2::1')
  })

  test.each<[string, (limits: Limits) => unknown]>([
    ['calls of addresses', (limits) => limits.ofAddress('198.51.100.4')],
    ['calls of accounts', (limits) => limits.ofAccount('account_1')],
    [
      'frequent events of a family',
      (limits) =>
        limits.swift({ name: 'own', unit: 'events', per: 'address', quota: 1, windowMs: 60_000 }).take('198.51.100.4'),
    ],
  ])('is idle only after the counts of %s are written', async (_, take) => {
    const store = await openTestStore()
    const responds = Promise.withResolvers<void>()
    const slow = { write: (work) => responds.promise.then(() => store.write(work)) } as Store
    const config = { ...noLimits, anonymousPerMinute: 1, accountPerMinute: 1 }
    const limits = createLimits({ store: slow, clock: manualClock(), config })
    await take(limits)
    let isIdle = false
    const idle = limits.idle().then(() => {
      isIdle = true
    })
    await new Promise((resolve) => setImmediate(resolve))
    expect(isIdle).toBe(false)
    responds.resolve()
    await idle
    expect(await rows(store)).toBe(1)
  })

  test('a few calls of many addresses write nothing, and written counts are purged after their window', async () => {
    const { store, clock, one } = await twoProcesses()
    for (let address = 0; address < 200; address++) await one.ofAddress(`198.51.100.${address}`)
    await one.idle()
    expect(await rows(store)).toBe(0)
    await one.outbound.mail.take('account_1')
    await one.signIn.take('198.51.100.4')
    clock.advance(3_600_000)
    await one.purge()
    expect(await rows(store)).toBe(1)
    clock.advance(86_400_000)
    await one.purge()
    expect(await rows(store)).toBe(0)
  })
})

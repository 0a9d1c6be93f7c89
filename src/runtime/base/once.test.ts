import { describe, expect, test } from 'vitest'
import { once, SingleFlights, singleFlight } from './once.ts'

/** Counts its runs, which end when the test says so. */
function counted() {
  const runs: PromiseWithResolvers<number>[] = []
  const work = () => {
    const run = Promise.withResolvers<number>()
    runs.push(run)
    return run.promise
  }
  return { runs, work }
}

describe('a value that is created once', () => {
  test('is the same for all callers, during its creation and afterwards', async () => {
    const { runs, work } = counted()
    const get = once(work)
    const asked = [get(), get()]
    runs[0]?.resolve(7)
    expect(await Promise.all([...asked, get()])).toEqual([7, 7, 7])
    expect(runs).toHaveLength(1)
  })

  test('is tried again after a failure, which all waiting callers see', async () => {
    const { runs, work } = counted()
    const get = once(work)
    const asked = Promise.allSettled([get(), get()])
    runs[0]?.reject(new Error('no'))
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const again = get()
    runs[1]?.resolve(8)
    expect(await again).toBe(8)
    expect(runs).toHaveLength(2)
  })

  test('can be awaited without starting it, and without its failure', async () => {
    const { runs, work } = counted()
    const get = once(work)
    await get.idle()
    expect(runs).toHaveLength(0)
    const failing = get().catch(() => 'failed')
    const idle = get.idle()
    runs[0]?.reject(new Error('no'))
    await expect(idle).resolves.toBeUndefined()
    expect(await failing).toBe('failed')
  })
})

describe('a single flight', () => {
  test('is shared while it runs, and runs again afterwards', async () => {
    const { runs, work } = counted()
    const fly = singleFlight(work)
    const shared = [fly(), fly()]
    runs[0]?.resolve(1)
    expect(await Promise.all(shared)).toEqual([1, 1])
    const next = fly()
    runs[1]?.resolve(2)
    expect(await next).toBe(2)
    expect(runs).toHaveLength(2)
  })

  test('shares its failure, and does not store it', async () => {
    const { runs, work } = counted()
    const fly = singleFlight(work)
    const shared = Promise.allSettled([fly(), fly()])
    const idle = fly.idle()
    runs[0]?.reject(new Error('no'))
    await expect(idle).resolves.toBeUndefined()
    expect((await shared).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const next = fly()
    runs[1]?.resolve(2)
    expect(await next).toBe(2)
  })
})

describe('single flights by key', () => {
  test('share the run of their key only', async () => {
    const flights = new SingleFlights<string, number>()
    const { runs, work } = counted()
    const asked = [flights.run('a', work), flights.run('b', work), flights.run('a', work)]
    expect(runs).toHaveLength(2)
    expect([flights.has('a'), flights.has('b'), flights.has('c')]).toEqual([true, true, false])
    runs[0]?.resolve(1)
    runs[1]?.resolve(2)
    expect(await Promise.all(asked)).toEqual([1, 2, 1])
    expect(flights.has('a')).toBe(false)
  })

  test('are idle when all of them have ended, failed or not', async () => {
    const flights = new SingleFlights<string, number>()
    await flights.idle()
    const { runs, work } = counted()
    const failing = flights.run('a', work).catch(() => 'failed')
    const other = flights.run('b', work)
    const seen: string[] = []
    const idle = flights.idle().then(() => seen.push('idle'))
    runs[0]?.reject(new Error('no'))
    expect(await failing).toBe('failed')
    expect(seen).toEqual([])
    runs[1]?.resolve(2)
    await idle
    expect(await other).toBe(2)
  })
})

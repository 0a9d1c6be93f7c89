import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FairLimiter, LimiterFull } from './fair-limiter.ts'

const still = new AbortController().signal
const bounds = { maxRunning: 2, maxRunningPerSubject: 1, maxWaiting: 4, maxWaitingPerSubject: 2 }

/** Lets everything that is ready continue. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a fair limiter', () => {
  test('runs as many at once as allowed, for one subject and in total', async () => {
    const limiter = new FairLimiter(bounds)
    const order: string[] = []
    const take = async (name: string) => {
      const release = await limiter.take(name[0] as string, { signal: still })
      order.push(name)
      return release
    }
    const a1 = take('a1')
    const a2 = take('a2')
    const b1 = take('b1')
    const c1 = take('c1')
    await settled()
    expect(order).toEqual(['a1', 'b1'])
    ;(await a1)()
    await settled()
    expect(order).toEqual(['a1', 'b1', 'c1'])
    ;(await b1)()
    await settled()
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2'])
    for (const release of await Promise.all([a2, c1])) release()
  })

  test('takes turns: a subject that has just had one goes behind another, even if it queued first', async () => {
    const limiter = new FairLimiter({ maxRunning: 1, maxRunningPerSubject: 1, maxWaiting: 10, maxWaitingPerSubject: 5 })
    const order: string[] = []
    const first = await limiter.take('a', { signal: still })
    const waiting = ['a2', 'a3', 'a4', 'b1'].map(async (name) => {
      const release = await limiter.take(name[0] as string, { signal: still })
      order.push(name)
      await settled()
      release()
    })
    first()
    await Promise.all(waiting)
    expect(order).toEqual(['b1', 'a2', 'a3', 'a4'])
  })

  test('rejects calls over the bound of a subject, or of all, with the given error', async () => {
    const limiter = new FairLimiter(bounds, (isOwn) => new Error(`own ${isOwn}`))
    const gone = new AbortController()
    const waiting = ['a', 'a', 'a', 'b', 'b', 'b'].map((subject) => limiter.take(subject, { signal: gone.signal }))
    await expect(limiter.take('a')).rejects.toThrow('own true')
    await expect(limiter.take('c')).rejects.toThrow('own false')
    expect(limiter.refused).toBe(2)
    await expect(new FairLimiter({ maxRunning: 0, maxWaiting: 0 }).take('a')).rejects.toThrow(LimiterFull)
    gone.abort(new Error('gone'))
    await Promise.allSettled(waiting)
  })

  test('however many subjects take all that they can, a later one finds a place to run or to wait', () => {
    const places = fc.integer({ min: 2, max: 300 })
    fc.assert(
      fc.property(places, places, fc.integer({ min: 1, max: 60 }), (maxRunning, maxWaiting, greedy) => {
        const limiter = new FairLimiter({ maxRunning, maxWaiting, leavesRoom: true })
        const subjects = Array.from({ length: greedy }, (_, index) => `greedy-${index}`)
        for (let round = 0; round <= maxRunning; round++) for (const each of subjects) limiter.tryTake(each)
        const share = (all: number) => Math.floor(all / (greedy + 1))
        expect(maxRunning - limiter.running).toBeGreaterThanOrEqual(share(maxRunning))
        for (let round = 0; round <= maxWaiting; round++)
          for (const each of subjects) limiter.take(each).catch(() => undefined)
        expect(maxWaiting - limiter.waiting).toBeGreaterThanOrEqual(share(maxWaiting))
        if (maxRunning > greedy) expect(limiter.tryTake('later')).toBeDefined()
      }),
      { numRuns: 30 },
    )
  })

  test('work may need several places: a subject may fill all but as many as it already had', () => {
    const limiter = new FairLimiter({ maxRunning: 10, maxRunningPerSubject: 7, leavesRoom: true })
    expect([limiter.tryTake('a', 8), limiter.runningOf('a')]).toEqual([undefined, 0])
    const release = limiter.tryTake('a', 4)
    expect([limiter.tryTake('a', 3), limiter.runningOf('a')]).toEqual([undefined, 4])
    expect([limiter.tryTake('b', 6), limiter.running]).toEqual([expect.any(Function), 10])
    release?.()
    release?.()
    expect([limiter.running, limiter.runningOf('a')]).toEqual([6, 0])
  })

  test('starts everyone for whom one that ends makes room', async () => {
    const limiter = new FairLimiter({ maxRunning: 3, leavesRoom: true })
    const order: string[] = []
    const take = async (name: string) => {
      const release = await limiter.take(name[0] as string)
      order.push(name)
      return release
    }
    const [a1] = [await take('a1'), await take('a2')]
    const a3 = take('a3')
    const b1 = await take('b1')
    const b2 = take('b2')
    a1()
    await settled()
    expect(order).toEqual(['a1', 'a2', 'b1'])
    b1()
    await settled()
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2'])
    for (const release of await Promise.all([a3, b2])) release()
  })

  test('drops a caller that gives up, and the others move up', async () => {
    const limiter = new FairLimiter({ maxRunning: 1, maxRunningPerSubject: 1, maxWaiting: 2, maxWaitingPerSubject: 1 })
    const release = await limiter.take('a', { signal: still })
    const gone = new AbortController()
    const left = limiter.take('b', { signal: gone.signal })
    const stays = limiter.take('c', { signal: still })
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    release()
    release()
    ;(await stays)()
    await expect(limiter.take('a', { signal: gone.signal })).rejects.toThrow('gone')
  })

  test('never runs too many and never forgets a call, in any order of events', async () => {
    const subject = fc.constantFrom('', 'a', 'b', 'c')
    const call = fc.record({ subject, leaves: fc.boolean(), grows: fc.boolean(), ticks: fc.nat(3) })
    await fc.assert(
      fc.asyncProperty(fc.array(call, { maxLength: 40 }), async (list) => {
        const limiter = new FairLimiter({ maxRunning: 3, maxRunningPerSubject: 2, maxWaiting: 1000, exempt: '' })
        const running = new Map<string, number>()
        let ended = 0
        const over = list.map(async ({ subject, leaves, grows, ticks }) => {
          const gone = new AbortController()
          const turn = limiter.take(subject, { signal: gone.signal })
          if (leaves) void Promise.resolve().then(() => gone.abort(new Error('gone')))
          if (grows) limiter.grow()
          const release = await turn.catch(() => undefined)
          ended += 1
          if (!release) return
          running.set(subject, (running.get(subject) ?? 0) + 1)
          if (subject !== '') expect(running.get(subject)).toBeLessThanOrEqual(2)
          const total = [...running.values()].reduce((sum, each) => sum + each, 0)
          expect(total).toBeLessThanOrEqual(limiter.bounds.maxRunning)
          for (let tick = 0; tick < ticks; tick += 1) await settled()
          running.set(subject, (running.get(subject) ?? 0) - 1)
          release()
        })
        await Promise.all(over)
        expect([ended, limiter.running, limiter.waiting]).toEqual([list.length, 0, 0])
      }),
      { numRuns: 50 },
    )
  })

  test('a subject gets one turn back for each that ends, and no more; the exempt subject has no such bound', () => {
    const limiter = new FairLimiter({ maxRunningPerSubject: 3, exempt: '' })
    const taken = Array.from({ length: 3 }, () => limiter.tryTake('a'))
    expect(limiter.tryTake('a')).toBeUndefined()
    for (const release of taken.slice(0, 2)) release?.()
    expect([1, 2, 3].map(() => limiter.tryTake('a') !== undefined)).toEqual([true, true, false])
    expect(Array.from({ length: 5 }, () => limiter.tryTake('') !== undefined)).not.toContain(false)
  })

  test('grows: the next in line within its share runs, and no more than that', async () => {
    const limiter = new FairLimiter({ maxRunning: 1, maxRunningPerSubject: 1 })
    const order: string[] = []
    const take = (name: string) => limiter.take(name[0] as string).then(() => order.push(name))
    await take('a1')
    expect(limiter.needsRoom).toBe(false)
    void take('a2')
    expect([limiter.waiting, limiter.needsRoom]).toEqual([1, false])
    for (const name of ['b1', 'c1']) void take(name)
    expect(limiter.needsRoom).toBe(true)
    limiter.grow()
    await settled()
    expect([order, limiter.needsRoom]).toEqual([['a1', 'b1'], true])
    limiter.grow()
    limiter.grow()
    await settled()
    expect([order, limiter.needsRoom]).toEqual([['a1', 'b1', 'c1'], false])
  })

  test('runs a burst of thousands in order', async () => {
    const limiter = new FairLimiter({ maxRunning: 1 })
    const order: number[] = []
    await Promise.all(Array.from({ length: 5000 }, (_, i) => limiter.run('a', async () => order.push(i))))
    expect(order).toEqual(Array.from({ length: 5000 }, (_, i) => i))
  })

  test('reports places in the order of turns, and each new one', async () => {
    const limiter = new FairLimiter({ maxRunning: 1 })
    const places: Record<string, number[]> = { a1: [], a2: [], b1: [] }
    const release = await limiter.take('a')
    const waiting = ['a1', 'a2', 'b1'].map((name) =>
      limiter.take(name[0] as string, { onPlace: (place) => places[name]?.push(place) }),
    )
    expect(places).toEqual({ a1: [1], a2: [2, 3], b1: [2] })
    release()
    ;(await waiting[2])?.()
    expect(places).toEqual({ a1: [1], a2: [2, 3, 2, 1], b1: [2] })
  })

  test('without waiting, rejects and counts calls over the bound of a subject, and no others', () => {
    const limiter = new FairLimiter({ maxRunningPerSubject: 2 })
    const releases = ['ada', 'ada', 'ada', 'ben'].map((name) => limiter.tryTake(name))
    expect(releases.map((each) => each !== undefined)).toEqual([true, true, false, true])
    expect([limiter.running, limiter.refused, limiter.runningOf('ada')]).toEqual([3, 1, 2])
    for (const release of releases) {
      release?.()
      release?.()
    }
    expect([limiter.running, limiter.runningOf('ada'), limiter.tryTake('ada') !== undefined]).toEqual([0, 0, true])
  })

  test('runs the next in line after a failure', async () => {
    const limiter = new FairLimiter({ maxRunning: 1 })
    const works = ['a', 'b'].map((name) =>
      limiter.run(name, async () => {
        if (name === 'a') throw new Error('failed')
        return name
      }),
    )
    expect(await Promise.allSettled(works)).toMatchObject([{ status: 'rejected' }, { value: 'b' }])
  })
})

test('work in steps gives way to another subject between them, and goes on before other work of its subject', async () => {
  const limiter = new FairLimiter({ maxRunning: 1, maxWaiting: 2 })
  const order: string[] = []
  const { signal } = new AbortController()
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
  const long = limiter.run('greedy', async (turn) => {
    order.push('greedy 1')
    await turn.giveWay(signal)
    await asked
    await turn.giveWay(signal)
    order.push('greedy 2')
    await turn.giveWay(signal)
    order.push('greedy 3')
  })
  await settled()
  const next = limiter.run('greedy', async () => void order.push('greedy, next'))
  const other = limiter.run('modest', async () => void order.push('modest'))
  ask()
  await Promise.all([long, next, other])
  expect(order).toEqual(['greedy 1', 'modest', 'greedy 2', 'greedy 3', 'greedy, next'])
  expect([limiter.running, limiter.waiting]).toEqual([0, 0])
})

test('work that is aborted while it has given way ends, and its place is not returned twice', async () => {
  const limiter = new FairLimiter({ maxRunning: 1 })
  const leaving = new AbortController()
  const { promise: done, resolve: end } = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const first = limiter.run('one', async (turn) => {
    await holding.promise
    await turn.giveWay(leaving.signal)
  })
  const second = limiter.run('other', () => done)
  holding.resolve()
  await settled()
  leaving.abort(new Error('left'))
  await expect(first).rejects.toThrow('left')
  expect([limiter.running, limiter.waiting]).toEqual([1, 0])
  end()
  await second
  expect(limiter.running).toBe(0)
})

test('work that waits for something else holds no place meanwhile, and goes on in its turn', async () => {
  const limiter = new FairLimiter({ maxRunning: 1 })
  const { signal } = new AbortController()
  const { promise: decided, resolve: decide } = Promise.withResolvers<string>()
  const order: string[] = []
  const waiting = limiter.run('one', async (turn) => {
    order.push(await turn.without(() => decided, signal))
    order.push(`running ${limiter.running}`)
  })
  const { promise: done, resolve: end } = Promise.withResolvers<void>()
  const other = limiter.run('one', async () => {
    order.push('other')
    decide('decided')
    await done
  })
  await settled()
  expect([order, limiter.running, limiter.waiting]).toEqual([['other'], 1, 1])
  end()
  await Promise.all([waiting, other])
  expect(order).toEqual(['other', 'decided', 'running 1'])
  expect([limiter.running, limiter.waiting]).toEqual([0, 0])
})

describe('work that has offered its place', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Work that holds a place and returns it when that is needed. */
  async function holder(limiter: FairLimiter, subject: string, left: string[], ms = 10) {
    const release = await limiter.take(subject)
    const end = () => {
      endOffer()
      release()
    }
    const endOffer = limiter.offerAfter(ms, () => {
      left.push(subject)
      end()
    })
    return end
  }

  test('keeps it for its time, and leaves when another subject waits that has none', async () => {
    const limiter = new FairLimiter({ maxRunning: 2, maxRunningPerSubject: 1 })
    const left: string[] = []
    await holder(limiter, 'one', left)
    const end = await holder(limiter, 'two', left, 20)
    const leaving = new AbortController()
    const again = limiter.take('one', { signal: leaving.signal })
    vi.advanceTimersByTime(30)
    expect(left).toEqual([])
    leaving.abort(new Error('left'))
    await expect(again).rejects.toThrow('left')
    const third = limiter.take('three')
    expect(left).toEqual(['one'])
    ;(await third)()
    end()
    expect([left, limiter.running, limiter.waiting]).toEqual([['one'], 0, 0])
  })

  test('leaves once its time is over if another subject waits already; as many leave as are needed', async () => {
    const limiter = new FairLimiter({ maxRunning: 3 })
    const left: string[] = []
    const asked: string[] = []
    const ends = [await holder(limiter, 'one', left, 20)]
    // This one takes its time.
    const release = await limiter.take('slow')
    const endOffer = limiter.offerAfter(10, () => asked.push('slow'))
    ends.push(await holder(limiter, 'two', left, 30), endOffer)
    const waiting = [limiter.take('three')]
    vi.advanceTimersByTime(9)
    expect(asked).toEqual([])
    vi.advanceTimersByTime(100)
    expect([asked, left]).toEqual([['slow'], []])
    waiting.push(limiter.take('four'))
    expect([asked, left]).toEqual([['slow'], ['one']])
    endOffer()
    release()
    for (const end of [...ends, ...(await Promise.all(waiting))]) end()
    expect([left, limiter.running, limiter.waiting, vi.getTimerCount()]).toEqual([['one'], 0, 0, 0])
  })
})

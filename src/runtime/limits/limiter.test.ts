import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ManualClock, manualClock } from '../base/clock.ts'
import { exactLimiter, type Limiter, slackOf, swiftLimiter } from './limiter.ts'
import type { Policy, Verdict } from './policy.ts'
import type { SharedCounts } from './shared-counts.ts'
import { slotsPerWindow } from './sliding-window.ts'

function policyOf(quota: number | undefined, windowMs = 60_000): Policy {
  return { name: 'test', unit: 'requests', per: 'address', quota, windowMs }
}

/** The database of several processes: the test decides when each of its transactions starts, commits and responds. */
class SlowCounts implements SharedCounts {
  readonly all = new Map<string, Map<number, number>>()
  readonly waiting: (() => void)[] = []
  transactions = 0
  isBroken = false

  #held(subject: string): Map<number, number> {
    const held = this.all.get(subject) ?? new Map<number, number>()
    this.all.set(subject, held)
    return held
  }

  #later<T>(work: () => T): Promise<T> {
    this.transactions += 1
    return new Promise((resolve, reject) => {
      this.waiting.push(() => {
        if (this.isBroken) {
          this.waiting.push(() => reject(new Error('the database does not answer')))
          return
        }
        const result = work()
        this.waiting.push(() => resolve(result))
      })
    })
  }

  #counts(subject: string, slot: number): Map<number, number> {
    return new Map([...this.#held(subject)].filter(([each]) => each >= slot - slotsPerWindow))
  }

  share(subject: string, slot: number, taken: ReadonlyMap<number, number>) {
    return this.#later(() => {
      const held = this.#held(subject)
      for (const [each, count] of taken) held.set(each, (held.get(each) ?? 0) + count)
      return this.#counts(subject, slot)
    })
  }

  takeOne(subject: string, slot: number, quota: number) {
    return this.#later(() => {
      const total = [...this.#counts(subject, slot).values()].reduce((sum, count) => sum + count, 0)
      if (total < quota) this.#held(subject).set(slot, (this.#held(subject).get(slot) ?? 0) + 1)
      return { isTaken: total < quota, counts: this.#counts(subject, slot) }
    })
  }

  /** Advances one transaction by one step. */
  step(which: number): void {
    const [step] = this.waiting.splice(which % Math.max(1, this.waiting.length), 1)
    step?.()
  }

  async settle(): Promise<void> {
    while (this.waiting.length > 0) {
      this.step(0)
      await reactions()
    }
  }
}

/** Lets all settled promises run their callbacks. */
function reactions(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The most takes in any period as long as the window. */
function most(times: readonly number[], windowMs: number): number {
  return Math.max(0, ...times.map((end) => times.filter((time) => time > end - windowMs && time <= end).length))
}

type Step =
  | { readonly kind: 'take'; readonly process: number; readonly times: number }
  | { readonly kind: 'database'; readonly which: number; readonly steps: number }
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'restart'; readonly process: number }

const processCount = 3
const process_ = fc.nat({ max: processCount - 1 })
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      process: process_,
      times: fc.integer({ min: 1, max: 15 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('database' as const),
      which: fc.nat({ max: 9 }),
      steps: fc.integer({ min: 1, max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.nat({ max: 40_000 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const), process: process_ }) },
)

interface Run {
  /** When each take was allowed. */
  readonly allowedAt: readonly number[]
  /** When each allowed take was requested: an exact limit counts by that. */
  readonly askedAt: readonly number[]
  readonly restarts: number
}

async function runSteps(make: (clock: ManualClock, shared: SharedCounts) => Limiter, steps: Step[]): Promise<Run> {
  const clock = manualClock()
  const shared = new SlowCounts()
  const limiters = Array.from({ length: processCount }, () => make(clock, shared))
  const allowedAt: number[] = []
  const askedAt: number[] = []
  let restarts = 0
  const note = (verdict: Verdict | undefined, asked: number) => {
    if (!verdict?.isAllowed) return
    allowedAt.push(clock.now())
    askedAt.push(asked)
  }
  const waiting: Promise<void>[] = []
  for (const step of steps) {
    if (step.kind === 'wait') clock.advance(step.ms)
    if (step.kind === 'restart') {
      limiters[step.process] = make(clock, shared)
      restarts += 1
    }
    if (step.kind === 'take') {
      for (let time = 0; time < step.times; time++) {
        const verdict = (limiters[step.process] as Limiter).take('somebody')
        const asked = clock.now()
        if (verdict instanceof Promise) waiting.push(verdict.then((late) => note(late, asked)))
        else note(verdict, asked)
      }
    }
    if (step.kind === 'database') for (let done = 0; done < step.steps; done++) shared.step(step.which)
    await reactions()
  }
  await shared.settle()
  await Promise.all(waiting)
  return { allowedAt, askedAt, restarts }
}

describe('no interleaving of processes, transactions and time', () => {
  test('lets more through in any window than the quota and the slack of every other process', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.array(anyStep, { maxLength: 60 }), async (quota, steps) => {
        const policy = policyOf(quota)
        const { allowedAt, restarts } = await runSteps(
          (clock, shared) => swiftLimiter({ policy, clock, shared }),
          steps,
        )
        const others = processCount - 1 + restarts
        expect(most(allowedAt, policy.windowMs)).toBeLessThanOrEqual(quota + others * slackOf(quota))
      }),
      { numRuns: 300 },
    )
  })

  test('lets one process go over the quota, or an exact limit by one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), fc.array(anyStep, { maxLength: 60 }), async (quota, steps) => {
        const policy = policyOf(quota)
        const exact = await runSteps((clock, shared) => exactLimiter({ policy, clock, shared }), steps)
        expect(most(exact.askedAt, policy.windowMs)).toBeLessThanOrEqual(quota)
        const alone = steps.flatMap((step): Step[] =>
          step.kind === 'restart' ? [] : step.kind === 'take' ? [{ ...step, process: 0 }] : [step],
        )
        const one = await runSteps((clock, shared) => swiftLimiter({ policy, clock, shared }), alone)
        expect(most(one.allowedAt, policy.windowMs)).toBeLessThanOrEqual(quota)
      }),
      { numRuns: 200 },
    )
  })
})

describe('one process', () => {
  function limiterWith(quota: number | undefined) {
    const clock = manualClock()
    const shared = new SlowCounts()
    const limiter = swiftLimiter({ policy: policyOf(quota), clock, shared })
    /** Takes and lets the database complete immediately. */
    const take = async (subject = 'somebody') => {
      const taken = limiter.take(subject)
      await shared.settle()
      return taken
    }
    return { clock, shared, limiter, take }
  }

  test('allows exactly the quota, counts it down, and rejects the next call with the time to wait', async () => {
    const { clock, take } = limiterWith(20)
    const remaining = []
    for (let call = 0; call < 20; call++) remaining.push((await take())?.remaining)
    expect(remaining).toEqual(Array.from({ length: 20 }, (_, call) => 19 - call))
    const refused = await take()
    expect(refused).toMatchObject({ isAllowed: false, remaining: 0 })
    clock.advance((refused?.resetS ?? 0) * 1000 - 1000)
    expect(await take()).toMatchObject({ isAllowed: false })
    clock.advance(1000)
    expect(await take()).toMatchObject({ isAllowed: true })
  })

  test('releases takes slot by slot, not all at once', async () => {
    const { clock, take } = limiterWith(4)
    for (let call = 0; call < 4; call++) {
      expect((await take())?.isAllowed).toBe(true)
      clock.advance(10_000)
    }
    expect((await take())?.isAllowed).toBe(false)
    clock.advance(23_000)
    expect(await take()).toMatchObject({ isAllowed: true, remaining: 0 })
  })

  test('a rejected call costs nothing, so waiting always helps', async () => {
    const { clock, take } = limiterWith(2)
    await take()
    await take()
    for (let minute = 0; minute < 5; minute++) {
      expect((await take())?.isAllowed).toBe(false)
      clock.advance(10_000)
    }
    clock.advance(15_000)
    expect((await take())?.isAllowed).toBe(true)
  })

  test('counts subjects separately', async () => {
    const { take } = limiterWith(1)
    expect((await take('one'))?.isAllowed).toBe(true)
    expect((await take('one'))?.isAllowed).toBe(false)
    expect((await take('two'))?.isAllowed).toBe(true)
  })

  test('decides at once and queries the database at most a few times a window', async () => {
    const { shared, limiter } = limiterWith(300)
    for (let call = 0; call < 299; call++) {
      const verdict = limiter.take('somebody')
      expect(verdict).not.toBeInstanceOf(Promise)
      await shared.settle()
    }
    expect(shared.transactions).toBeLessThanOrEqual(20)
    const few = limiterWith(300)
    for (let call = 0; call < 10; call++) void few.limiter.take('somebody')
    expect(few.shared.transactions).toBe(0)
  })

  test('waits for the database only after the slack is used up, with one query for all that wait', async () => {
    const { shared, limiter } = limiterWith(50)
    const verdicts = Array.from({ length: 8 }, () => limiter.take('somebody'))
    expect(verdicts.map((verdict) => verdict instanceof Promise)).toEqual([
      ...Array(5).fill(false),
      ...Array(3).fill(true),
    ])
    expect(shared.transactions).toBe(1)
    await shared.settle()
    expect((await Promise.all(verdicts)).every((verdict) => verdict?.isAllowed)).toBe(true)
  })

  test('enforces the quota alone while the database does not respond, and shares again when it does', async () => {
    const { clock, shared, take } = limiterWith(20)
    shared.isBroken = true
    let allowed = 0
    for (let call = 0; call < 30; call++) if ((await take())?.isAllowed) allowed += 1
    expect(allowed).toBe(20)
    expect(shared.transactions).toBeLessThanOrEqual(2)
    shared.isBroken = false
    clock.advance(130_000)
    for (let call = 0; call < 3; call++) await take()
    expect([...(shared.all.get('somebody')?.values() ?? [])]).toEqual([3])
  })

  test('without a quota nothing is limited', () => {
    expect(limiterWith(undefined).limiter.take('somebody')).toBeUndefined()
  })

  test('a clock that is set back neither resets a subject nor blocks it for longer than the window', async () => {
    const { clock, take } = limiterWith(1)
    await take()
    clock.advance(-3_600_000)
    expect((await take())?.isAllowed).toBe(false)
    clock.advance(3_600_000 + 65_000)
    expect((await take())?.isAllowed).toBe(true)
  })
})

import type { Clock } from '../base/clock.ts'
import { SingleFlights } from '../base/once.ts'
import type { StoreLog } from '../store/types.ts'
import type { Policy, Verdict } from './policy.ts'
import type { SharedCounts } from './shared-counts.ts'
import { type SlidingWindow, slotMsOf, slotsPerWindow } from './sliding-window.ts'
import { Subjects } from './subjects.ts'

/** Counts what subjects take, and refuses what goes over the policy. */
export interface Limiter {
  /**
   * Takes one for the subject, if it may have it. A refused take is not counted, so that waiting always helps.
   * Undefined when the limit is switched off.
   */
  take(subject: string): Verdict | Promise<Verdict> | undefined
  /** Resolves when nothing is being told to the other processes any more: before the store is closed. */
  idle(): Promise<void>
}

interface LimiterOptions {
  readonly policy: Policy
  readonly clock: Clock
  readonly shared: SharedCounts
}

interface SwiftLimiterOptions extends LimiterOptions {
  readonly log?: StoreLog | undefined
}

/** After a failure to reach the others, this long nobody waits for them. */
const restMs = 1000

/**
 * What a process may give away without the others knowing: a tenth of the quota. It is what bounds the error: n
 * processes never let more than quota + (n - 1) * slack through in a window, and one process never more than the quota.
 * A process that was started again within the window counts as one more, because it forgets what it had not told.
 */
export function slackOf(quota: number): number {
  return Math.max(1, Math.floor(quota / 10))
}

/**
 * A limiter for calls too many to ask the database each time. It counts in memory and tells the others in the
 * background, at the latest after half of the slack; a call waits for that only when the slack is used up. A subject
 * with fewer calls in a window never costs a database write.
 *
 * While the database does not answer, each process keeps to the quota by what it knows itself.
 */
export function swiftLimiter({ policy, clock, shared, log }: SwiftLimiterOptions): Limiter {
  const { quota } = policy
  if (quota === undefined) return unlimited
  const slotMs = slotMsOf(policy.windowMs)
  const slack = slackOf(quota)
  const tellFrom = Math.ceil(slack / 2)
  const subjects = new Subjects(slotsPerWindow + 1)
  const telling = new SingleFlights<SlidingWindow, void>()
  let restUntil = Number.NEGATIVE_INFINITY

  function tell(subject: string, window: SlidingWindow): Promise<void> {
    return telling.run(window, async () => {
      const told = window.untoldBySlot()
      try {
        window.learn(told, await shared.tell(subject, window.slot, told))
      } catch (err) {
        restUntil = clock.now() + restMs
        log?.warn({ err, policy: policy.name }, 'sharing of counts failed')
      }
    })
  }

  function take(subject: string): Verdict | Promise<Verdict> {
    const now = clock.now()
    const window = subjects.windowOf(subject, Math.floor(now / slotMs))
    if (window.total >= (quota as number)) return verdict(policy, window, now, false)
    if (window.untold >= slack && now >= restUntil) return tell(subject, window).then(() => take(subject))
    window.take()
    if (window.untold >= tellFrom && now >= restUntil) void tell(subject, window)
    return verdict(policy, window, now, true)
  }

  return {
    take,
    idle: () => telling.idle(),
  }
}

/**
 * A limiter for what happens seldom and must be exact, such as texts that cost money: every take is a transaction, and
 * no number of processes goes over the quota by one. Rejects when the database does.
 */
export function exactLimiter({ policy, clock, shared }: LimiterOptions): Limiter {
  const { quota } = policy
  if (quota === undefined) return unlimited
  const slotMs = slotMsOf(policy.windowMs)
  const subjects = new Subjects(slotsPerWindow + 1)
  const nothing = new Map<number, number>()
  return {
    async take(subject) {
      const now = clock.now()
      const window = subjects.windowOf(subject, Math.floor(now / slotMs))
      // What was taken stays taken until its slot leaves the window: a full one need not be asked about again.
      if (window.total >= quota) return verdict(policy, window, now, false)
      const { isTaken, counts } = await shared.takeOne(subject, window.slot, quota)
      window.learn(nothing, counts)
      return verdict(policy, window, now, isTaken)
    },
    idle: () => Promise.resolve(),
  }
}

const unlimited: Limiter = { take: () => undefined, idle: () => Promise.resolve() }

function verdict(policy: Policy, window: SlidingWindow, now: number, isAllowed: boolean): Verdict {
  const quota = policy.quota as number
  const reliefMs = (window.nextRelief as number) * slotMsOf(policy.windowMs) - now
  return {
    policy,
    quota,
    isAllowed,
    remaining: Math.max(0, quota - window.total),
    resetS: Math.max(1, Math.ceil(reliefMs / 1000)),
  }
}

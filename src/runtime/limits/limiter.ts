import { BoundedMap } from '../base/bounded-map.ts'
import type { Clock } from '../base/clock.ts'
import { SingleFlights } from '../base/once.ts'
import type { StoreLog } from '../store/types.ts'
import type { Policy, Verdict } from './policy.ts'
import type { SharedCounts } from './shared-counts.ts'
import { SlidingWindow, slotMsOf, slotsPerWindow } from './sliding-window.ts'

/** Maximum subjects in one generation: a flood of invented addresses must not fill the memory. */
const maxGeneration = 50_000

/**
 * The windows of all recent subjects. Whenever the length of a window has passed, the old generation is dropped: a
 * subject in it was not seen for a whole window, so none of its takes count any more.
 *
 * If more subjects than the maximum arrive within a window, those not seen for longest are dropped early, and only
 * the counts known to other processes remain.
 */
class Subjects {
  readonly #windows: BoundedMap<string, SlidingWindow>
  #slot = Number.NEGATIVE_INFINITY
  #ageAt = Number.NEGATIVE_INFINITY

  /** @param ageEvery slots after which the takes of a subject no longer count */
  constructor(ageEvery: number, max = maxGeneration) {
    this.#windows = new BoundedMap(max, () => {
      this.#ageAt = this.#slot + ageEvery
    })
  }

  /** The window of a subject, moved to the slot. */
  windowOf(subject: string, slot: number): SlidingWindow {
    this.#slot = slot
    if (slot >= this.#ageAt) this.#windows.age()
    let window = this.#windows.get(subject)
    if (!window) {
      window = new SlidingWindow()
      this.#windows.set(subject, window)
    }
    window.moveTo(slot)
    return window
  }
}

/** Counts the takes of subjects, and rejects those beyond the policy. */
export interface Limiter {
  /**
   * Takes one for the subject, if the policy allows it. A rejected take is not counted, so waiting always helps.
   * Undefined when the limit is off.
   */
  take(subject: string): Verdict | Promise<Verdict | undefined> | undefined
  /** Resolves when no counts are being shared with other processes: before the store is closed. */
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

/** After a failure to share counts, takes do not wait for the next attempt for this long. */
const backoffMs = 1000

/**
 * How much a process may allow without sharing it: a tenth of the quota. It limits the error: n processes never allow more
 * than quota + (n - 1) * slack in a window, and one process never more than the quota. A process that was restarted within
 * the window counts as one more, because it forgets what it had not shared.
 */
export function slackOf(quota: number): number {
  return Math.max(1, Math.floor(quota / 10))
}

/**
 * A limiter for calls that are too frequent for a database query each. It counts in memory and shares its counts with the
 * other processes in the background, at the latest after half of the slack; a call waits for that only after the slack is used
 * up. A subject with fewer calls in a window never causes a database write.
 *
 * While the database does not respond, each process enforces the quota with the counts that it has.
 */
export function swiftLimiter({ policy, clock, shared, log }: SwiftLimiterOptions): Limiter {
  const slotMs = slotMsOf(policy.windowMs)
  const subjects = new Subjects(slotsPerWindow + 1)
  const sharing = new SingleFlights<SlidingWindow, void>()
  let backoffUntil = Number.NEGATIVE_INFINITY

  function share(subject: string, window: SlidingWindow): Promise<void> {
    return sharing.run(window, async () => {
      const unshared = window.unsharedBySlot()
      try {
        window.learn(unshared, await shared.share(subject, window.slot, unshared))
      } catch (err) {
        backoffUntil = clock.now() + backoffMs
        log?.warn({ err, policy: policy.name }, 'could not share rate limit counts')
      }
    })
  }

  function take(subject: string): Verdict | Promise<Verdict | undefined> | undefined {
    const { quota } = policy
    if (quota === undefined) return undefined
    const slack = slackOf(quota)
    const now = clock.now()
    const window = subjects.windowOf(subject, Math.floor(now / slotMs))
    if (window.total >= quota) return verdict(policy, quota, window, now, false)
    if (window.unshared >= slack && now >= backoffUntil) return share(subject, window).then(() => take(subject))
    window.take()
    if (window.unshared >= Math.ceil(slack / 2) && now >= backoffUntil) void share(subject, window)
    return verdict(policy, quota, window, now, true)
  }

  return {
    take,
    idle: () => sharing.idle(),
  }
}

/**
 * A limiter for rare actions that must be counted exactly, such as text messages that cost money: every take is a transaction,
 * and no number of processes exceeds the quota. Rejects when the database does.
 */
export function exactLimiter({ policy, clock, shared }: LimiterOptions): Limiter {
  const slotMs = slotMsOf(policy.windowMs)
  const subjects = new Subjects(slotsPerWindow + 1)
  const nothing = new Map<number, number>()
  return {
    async take(subject) {
      const { quota } = policy
      if (quota === undefined) return undefined
      const now = clock.now()
      const window = subjects.windowOf(subject, Math.floor(now / slotMs))
      // Takes count until their slot leaves the window, so a full window need not be read again.
      if (window.total >= quota) return verdict(policy, quota, window, now, false)
      const { isTaken, counts } = await shared.takeOne(subject, window.slot, quota)
      window.learn(nothing, counts)
      return verdict(policy, quota, window, now, isTaken)
    },
    idle: () => Promise.resolve(),
  }
}

function verdict(policy: Policy, quota: number, window: SlidingWindow, now: number, isAllowed: boolean): Verdict {
  const reliefMs = (window.nextRelief as number) * slotMsOf(policy.windowMs) - now
  return {
    policy,
    quota,
    isAllowed,
    remaining: Math.max(0, quota - window.total),
    resetS: Math.max(1, Math.ceil(reliefMs / 1000)),
  }
}

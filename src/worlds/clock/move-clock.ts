import type { World } from '../world/world.ts'

/** At how many times one move stops to do what is due. */
const maxSteps = 1000

export interface ClockMove {
  /** How many jobs ran. */
  readonly jobs: number
  /** Whether something was due at more than `maxSteps` times: the rest was done at the end. */
  readonly isCutShort: boolean
}

/**
 * Moves the clock of a world to a time. It stops at each time at which something is due, in order, and waits until that is
 * done, so that all of it finds the clock as it would have been. Meanwhile the clock does not run.
 *
 * @param targetOf the time, in epoch milliseconds, from the present one
 * @param isFrozen whether the clock then stands still
 * @throws ApiError invalid_argument for a time in the past of the world
 */
export async function moveClock(
  world: Pick<World, 'clock' | 'settle' | 'nextDue' | 'postponeUpkeep'>,
  targetOf: (nowMs: number) => number,
  isFrozen: boolean,
  most = maxSteps,
): Promise<ClockMove> {
  const { clock } = world
  const wasFrozen = clock.isFrozen
  clock.freeze()
  let reached = false
  try {
    const targetMs = targetOf(clock.now())
    if (targetMs < clock.now()) clock.set(targetMs)
    let jobs = await world.settle()
    await world.postponeUpkeep(targetMs)
    let steps = 0
    let next = await world.nextDue()
    for (; next !== undefined && next <= targetMs && steps < most; next = await world.nextDue()) {
      clock.set(next)
      jobs += await world.settle()
      steps += 1
    }
    clock.set(targetMs)
    jobs += await world.settle()
    reached = true
    return { jobs, isCutShort: next !== undefined && next <= targetMs }
  } finally {
    clock.set(clock.now(), reached ? isFrozen : wasFrozen)
  }
}

import { dayMs } from './solar-day.ts'

/**
 * One of a list by the day: each in turn, in an order in which neighbours of the list do not follow each other, and the same
 * for everybody.
 *
 * @param ms any moment of the day, which is that of UTC
 */
export function ofTheDay<Thing>(things: readonly [Thing, ...Thing[]] | readonly Thing[], ms: number): Thing {
  const day = Math.floor(ms / dayMs)
  const step = stepOf(things.length)
  const index = (((day * step) % things.length) + things.length) % things.length
  return things[index] as Thing
}

/** A number near the golden section of the length that has no divisor in common with it, so that all turns come. */
function stepOf(length: number): number {
  let step = Math.max(1, Math.round(length * 0.382))
  while (commonDivisor(step, length) > 1) step += 1
  return step
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}

const dayMs = 86_400_000

/**
 * Chooses one thing for a day, the same for everyone: each in turn, in an order in which neighbours of the list do not follow
 * each other.
 *
 * @param ms any moment of the day in UTC, epoch milliseconds
 */
export function ofTheDay<Thing>(things: readonly Thing[], ms: number): Thing {
  const day = Math.floor(ms / dayMs)
  const step = stepOf(things.length)
  const index = (((day * step) % things.length) + things.length) % things.length
  return things[index] as Thing
}

/** A number near the golden section of the length and coprime to it, so that everything has its turn. */
function stepOf(length: number): number {
  let step = Math.max(1, Math.round(length * 0.382))
  while (commonDivisor(step, length) > 1) step += 1
  return step
}

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b)
}

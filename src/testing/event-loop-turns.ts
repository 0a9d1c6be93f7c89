/**
 * Does a work, and counts the turns of the event loop in which others are served meanwhile.
 *
 * @returns the result of the work, and the number of turns
 */
export async function turnsDuring<T>(work: () => Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isOver = false
  const other = () => {
    turns += 1
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  try {
    const result = await work()
    return { result, turns }
  } finally {
    isOver = true
  }
}

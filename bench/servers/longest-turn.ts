/** The event loop of a server since the last report. */
export interface LongestTurn {
  /** The longest turn. On a busy machine, turns also wait for a processor. */
  readonly turnMs: number
  /** The most that the main thread worked in one turn. */
  readonly workMs: number
}

function workedMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Measures the turns of the event loop from now on, and sends a report for every message. */
export function reportLongestTurns(): void {
  const none: LongestTurn = { turnMs: 0, workMs: 0 }
  let longest = none
  let last = { at: performance.now(), worked: workedMs() }
  setInterval(() => {
    const now = { at: performance.now(), worked: workedMs() }
    longest = {
      turnMs: Math.max(longest.turnMs, now.at - last.at),
      workMs: Math.max(longest.workMs, now.worked - last.worked),
    }
    last = now
  }, 1)
  process.on('message', () => {
    process.send?.(longest)
    longest = none
  })
}

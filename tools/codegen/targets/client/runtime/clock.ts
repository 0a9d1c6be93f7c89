/** The passing of time, so that a test can move it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `act` after so many milliseconds, unless the function it returns is called before. */
  after(ms: number, act: () => void): () => void
}

// The longest delay that timers take; a longer one would fire at once.
const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    if (ms > maxTimerMs) return () => {}
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** A clock with timers, so that tests can control time. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Runs `act` after this many milliseconds, unless the returned function is called first. */
  after(ms: number, act: () => void): () => void
}

// The longest delay that timers support; a longer one would fire at once.
const maxTimerMs = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    if (ms > maxTimerMs) return () => {}
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

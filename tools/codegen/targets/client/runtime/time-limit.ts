import type { Clock } from './clock.ts'

/** A call's time limit and its caller's signal as one signal. */
export interface TimeLimit {
  /** Fires when the time is up or the caller's signal fires. */
  signal: AbortSignal
  /** When the time is up, in milliseconds since 1970. */
  endsAt: number
  /** Whether the time was up before `stop`. */
  isOver(): boolean
  /** Releases the timer and the listener on the caller's signal. */
  stop(): void
}

export function startTimeLimit(clock: Clock, timeoutMs: number, caller: AbortSignal | undefined): TimeLimit {
  const end = new AbortController()
  let isOver = false
  const endsAt = clock.now() + timeoutMs
  const stopTimer = clock.after(timeoutMs, () => {
    isOver = true
    end.abort()
  })
  const pass = () => end.abort()
  caller?.addEventListener('abort', pass)
  if (caller?.aborted) pass()
  return {
    signal: end.signal,
    endsAt,
    isOver: () => isOver,
    stop() {
      stopTimer()
      caller?.removeEventListener('abort', pass)
    },
  }
}

/** The work's outcome, or a rejection as soon as the signal fires, even if the work ignores it. */
export async function unlessEnded<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  if (!signal) return work()
  signal.throwIfAborted()
  let onEnd: () => void = () => {}
  const ended = new Promise<never>((_, reject) => {
    onEnd = () => reject(signal.reason)
    signal.addEventListener('abort', onEnd)
  })
  try {
    return await Promise.race([work(), ended])
  } finally {
    signal.removeEventListener('abort', onEnd)
  }
}

/** Resolves after this many milliseconds, or rejects as soon as the signal fires and clears its timer. */
export function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return unlessEnded(
    signal,
    () =>
      new Promise((resolve) => {
        const stop = clock.after(ms, resolve)
        signal?.addEventListener('abort', stop, { once: true })
      }),
  )
}

import { createSerial } from '../base/serial.ts'
import type { StoreLog } from '../store/types.ts'

const everyMs = 3_600_000

/** Periodic work, such as deleting expired rows. */
export interface Job {
  /** As the log names it. */
  readonly name: string
  /** @param signal aborts when the server stops */
  run(signal: AbortSignal): Promise<unknown>
}

/**
 * Runs all jobs at once and then every hour, one after the other, in the background. A failure is logged and tried again
 * the next time.
 *
 * @returns ends the schedule when disposed, once no job is running
 */
export function openSchedule(jobs: readonly Job[], log: StoreLog): AsyncDisposable {
  const stopping = new AbortController()
  const runAll = async (): Promise<void> => {
    for (const { name, run } of jobs) {
      await run(stopping.signal).catch((error: unknown) => log.warn({ err: error, job: name }, 'job failed'))
    }
  }
  const serial = createSerial()
  void serial.run(runAll)
  const timer = setInterval(() => void serial.run(runAll), everyMs).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stopping.abort()
      await serial.idle()
    },
  }
}

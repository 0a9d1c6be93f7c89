import { createSerial } from '../base/serial.ts'
import type { StoreLog } from '../store/types.ts'

const everyMs = 3_600_000

/** Periodic work on the state of this process. The database is maintained by a `Schedule`, once for all processes. */
export interface UpkeepTask {
  /** Its name in the log. */
  readonly name: string
  /** @param signal aborts when the server stops */
  run(signal: AbortSignal): Promise<unknown>
}

/**
 * Runs all tasks now and then every hour, one after the other, in the background. A failure is logged and retried
 * the next time.
 *
 * @returns ends the schedule when disposed, once no task is running
 */
export function openUpkeep(tasks: readonly UpkeepTask[], log: StoreLog): AsyncDisposable {
  const stopping = new AbortController()
  const runAll = async (): Promise<void> => {
    for (const { name, run } of tasks) {
      await run(stopping.signal).catch((error: unknown) => log.warn({ err: error, task: name }, 'upkeep failed'))
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

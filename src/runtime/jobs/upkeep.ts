import { createSerial } from '../base/serial.ts'
import type { StoreLog } from '../store/types.ts'

const everyMs = 3_600_000

/** Something that has to be cleared away now and then. */
export interface Perishable {
  purge(): Promise<unknown>
}

/**
 * Purges everything at once and then every hour, in the background; a failure is logged and tried again.
 *
 * @returns a function that ends it and resolves when nothing is purged any more
 */
export function keepPurged(all: readonly Perishable[], log: StoreLog): () => Promise<void> {
  const purge = async (): Promise<void> => {
    for (const each of all) {
      await each.purge().catch((error: unknown) => log.warn({ err: error }, 'what is out of date was not cleared away'))
    }
  }
  const serial = createSerial()
  void serial.run(purge)
  const timer = setInterval(() => void serial.run(purge), everyMs).unref()
  return () => {
    clearInterval(timer)
    return serial.idle()
  }
}

import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import { shorten } from '../base/text/shorten.ts'
import type { Leases } from '../store/leases.ts'
import type { Store } from '../store/types.ts'
import * as rows from './rows.ts'

const maxErrorLength = 500
/** How many jobs of dead processes are queued again at once. */
const rescueBatch = 100

/** The text of an error that is stored and shown to administrators. */
export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return shorten(message.replaceAll('\u0000', ''), maxErrorLength)
}

interface RescueOptions {
  readonly store: Store
  readonly clock: Clock
  readonly leases: Leases
  readonly log: Log
}

/**
 * Queues jobs again whose process has died, or has not renewed their lease in time.
 *
 * @returns how many
 */
export async function rescue({ store, clock, leases, log }: RescueOptions, holder: string): Promise<number> {
  let count = 0
  const running = await store.all<rows.RunningRow>(rows.runningByOthers({ holder, limit: rescueBatch }))
  for (const row of running.filter((each) => !leases.isHeld(each))) {
    const { id, kind, attempt } = row
    const now = clock.now()
    const error = 'The process that ran the job ended, or did not renew its lease in time.'
    const common = { id, holder: row.holder, attempt, error, now }
    const isOver = attempt >= row.max_attempts
    const changed = await store.take(
      isOver ? rows.giveUp(store.sql, common) : rows.retryLater(store.sql, { ...common, runAt: now }),
    )
    count += changed.length
    if (changed.length > 0) log.warn({ job: id, kind, attempt }, isOver ? 'job given up' : 'job queued again')
  }
  return count
}

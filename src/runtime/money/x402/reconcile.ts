import type { Clock } from '../../base/clock.ts'
import type { Log } from '../../base/log.ts'
import { singleFlight } from '../../base/once.ts'
import { StoreClosedError } from '../../store/store-errors.ts'
import type { Store } from '../../store/types.ts'
import type { Payments } from './payments.ts'
import { dropTexts, unfinished } from './payments-table.ts'

const usualMs = 30_000
const atOnce = 500
/** How long the result of a paid request can be fetched again. */
const answersKeptMs = 24 * 3_600_000

interface Options {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'error'>
  readonly recover: Payments['recover']
  /** How often to look, in ms. Given, no other process has left any, and the first look is also after this time. */
  readonly everyMs?: number | undefined
}

/** Continues payments that no process is working on. The clock decides what is due; the timer only triggers the check. */
export function reconciliation({ store, clock, log, recover, everyMs }: Options) {
  let timer: NodeJS.Timeout | undefined

  const reconcile = singleFlight(async (): Promise<void> => {
    for (const row of await unfinished(store, clock.now(), atOnce)) {
      try {
        await recover(row)
      } catch (err) {
        log.error({ err, payment: row.id }, 'payment reconciliation failed')
      }
    }
    await dropTexts(store, clock.now() - answersKeptMs)
  })

  function look(): void {
    reconcile().catch((err: unknown) => {
      if (!(err instanceof StoreClosedError)) log.error({ err }, 'payment reconciliation run failed')
    })
  }

  return {
    reconcile,
    start() {
      timer ??= setInterval(look, everyMs ?? usualMs).unref()
      if (everyMs === undefined) look()
    },
    async stop() {
      clearInterval(timer)
      timer = undefined
      await reconcile.idle()
    },
  }
}

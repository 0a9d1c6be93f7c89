import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { Store } from '../../store/types.ts'
import { renew, renewalMs, type Turn } from './records.ts'

/** The payments that this process works on at the moment; while there are any, it says so in the database. */
export interface Turns {
  /** Keeps the turn's lease alive until `work` ends. */
  during<T>(turn: Turn, work: () => Promise<T>): Promise<T>
}

export function turnsIn({ store, clock, log }: { store: Store; clock: Clock; log: Pick<Log, 'warn'> }): Turns {
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function say(): void {
    renew(store, [...running], clock.now()).catch((err: unknown) => {
      log.warn({ err }, 'payments in work could not be renewed')
    })
  }

  return {
    async during(turn, work) {
      running.add(turn.runId)
      timer ??= setInterval(say, renewalMs).unref()
      try {
        return await work()
      } finally {
        running.delete(turn.runId)
        if (running.size === 0) {
          clearInterval(timer)
          timer = undefined
        }
      }
    },
  }
}

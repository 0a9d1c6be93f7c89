import { nextChange } from '#runtime/base/next-change.ts'
import type { WorkDeps } from './index.ts'
import * as runs from './rows/runs.ts'

/** The signal that a run was ended by someone else than its own process. */
export const runEnded = 'work'

/** The run was ended elsewhere: by its cancellation, or by a process that took it for interrupted. */
export class RunOver extends Error {
  constructor() {
    super('The run of the work has ended')
    this.name = 'RunOver'
  }
}

/** Watches a run until disposed. Its signal aborts once the run has been ended, in this or another process. */
export function watchRun(
  { store, signals, log }: Pick<WorkDeps, 'store' | 'signals' | 'log'>,
  run: { readonly work: string; readonly number: number },
): Disposable & { readonly over: AbortSignal } {
  const over = new AbortController()
  const watching = new AbortController()
  const follow = async (): Promise<void> => {
    while (!watching.signal.aborted) {
      // Listening begins before the look, so that a change in between is noticed.
      using change = nextChange(signals, runEnded, watching.signal)
      if ((await store.get<runs.FoundRun>(runs.find(run)))?.status !== 'doing') return over.abort(new RunOver())
      if (!watching.signal.aborted) await change.happened
    }
  }
  follow().catch((err: unknown) => log.warn({ err, work: run.work }, 'could not watch a run of work'))
  return { over: over.signal, [Symbol.dispose]: () => watching.abort() }
}

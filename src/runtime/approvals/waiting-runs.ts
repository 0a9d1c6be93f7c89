import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import * as rows from './rows.ts'
import type { RunClaim } from './types.ts'

/** Bytes of the state of a run that waits. */
const maxWaitingBytes = 1_048_576

interface WaitingRunsOptions {
  readonly store: Store
  readonly clock: Clock
}

/** The states of runs that wait for an approval, or go on after one. */
export class WaitingRuns {
  readonly #options: WaitingRunsOptions

  constructor(options: WaitingRunsOptions) {
    this.#options = options
  }

  async park(id: string, key: string, state: unknown): Promise<boolean> {
    const waiting = JSON.stringify(state)
    if (Buffer.byteLength(waiting) > maxWaitingBytes) return false
    return (await this.#options.store.run(rows.setWaiting({ id, key, waiting }))).changes > 0
  }

  /** The state of the run that waits for an approval, or goes on after it; undefined if none does. */
  async waiting(id: string): Promise<unknown> {
    const row = await this.#options.store.get<{ waiting: string }>(rows.waitingOf({ id }))
    return row && JSON.parse(row.waiting)
  }

  /** Whether the run with this key waits. */
  async isWaiting(accountId: string, key: string): Promise<boolean> {
    return (await this.#options.store.get(rows.waitingByKey({ account: accountId, key }))) !== undefined
  }

  async resume(id: string): Promise<boolean> {
    return (await this.#options.store.run(rows.resume({ id, now: this.#options.clock.now() }))).changes > 0
  }

  async claim(id: string, takesOver: boolean): Promise<RunClaim | undefined> {
    const { store, clock } = this.#options
    const now = clock.now()
    const [row] = await store.take<{ resumed_at: number | string }>(
      takesOver ? rows.takeOver({ id, now }) : rows.claim({ id, now }),
    )
    return row && { approval: id, token: Number(row.resumed_at) }
  }

  async progress({ approval: id, token }: RunClaim, state: unknown): Promise<boolean> {
    const text = state === undefined ? undefined : JSON.stringify(state)
    // Without a state, the run is not continued if its process ends.
    const waiting = text === undefined || Buffer.byteLength(text) > maxWaitingBytes ? null : text
    return (await this.#options.store.run(rows.setProgress({ id, token, waiting }))).changes > 0
  }

  /** Deletes the states of runs with this key that went on after an approval: they have ended. */
  async forget(accountId: string, key: string): Promise<void> {
    await this.#options.store.run(rows.forgetProgress({ account: accountId, key }))
  }
}

import type { Log } from '../base/log.ts'
import type { Leases } from '../store/leases.ts'
import { StoreClosedError } from '../store/store-errors.ts'
import type { Store } from '../store/types.ts'
import * as rows from './rows.ts'

interface HeartbeatOptions {
  readonly store: Store
  readonly log: Log
  readonly leases: Leases
  readonly heartbeatMs: number
}

/** Renews the leases of running jobs, and reports lost ones. */
export class Heartbeat {
  readonly #options: HeartbeatOptions
  readonly #holder: string
  readonly #onLost: (id: string) => void
  /** By job, when its lease ends as far as this process knows. */
  readonly #until = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined

  constructor(options: HeartbeatOptions, holder: string, onLost: (id: string) => void) {
    this.#options = options
    this.#holder = holder
    this.#onLost = onLost
  }

  add(id: string): void {
    this.#until.set(id, this.#options.leases.grant().until)
    this.#timer ??= setInterval(() => void this.beat(), this.#options.heartbeatMs).unref()
  }

  delete(id: string): void {
    this.#until.delete(id)
    if (this.#until.size === 0) this.stop()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Renews all of them now. Without a database, leases are lost when they expire. */
  async beat(): Promise<void> {
    const { store, leases, log } = this.#options
    const ids = [...this.#until.keys()]
    const { until } = leases.grant()
    try {
      const kept = await store.take<{ id: string }>(rows.renew(store.sql, { ids, holder: this.#holder, until }))
      const keptIds = new Set(kept.map(({ id }) => id))
      for (const id of ids) {
        if (!this.#until.has(id)) continue
        if (keptIds.has(id)) this.#until.set(id, until)
        else this.#onLost(id)
      }
    } catch (error) {
      if (error instanceof StoreClosedError) return
      log.warn({ err: error, jobs: ids.length }, 'could not renew job leases')
      for (const [id, end] of this.#until) if (end <= leases.now()) this.#onLost(id)
    }
  }
}

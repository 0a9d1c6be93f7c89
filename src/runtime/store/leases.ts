import { type Clock, systemClock } from '../base/clock.ts'
import { isGone, type ProcessAddress, thisProcess } from '../base/processes.ts'

/** A process's claim on something, which expires unless it is renewed. */
export interface Lease extends ProcessAddress {
  /** Epoch milliseconds of the lease clock. */
  readonly until: number
}

/** A lease as it was read from a row: PostgreSQL returns bigint columns as text. */
export interface StoredLease {
  readonly machine: string
  readonly pid: number | string
  readonly until: number | string
}

export interface LeaseOptions {
  /** How long a lease is valid after it was granted or renewed. A process that pauses for longer loses it. */
  readonly ttlMs: number
  /**
   * The clock of leases: the computers' own clocks, which have to agree to within a few seconds. Never ONEDOOR_CLOCK, which can
   * stand still.
   */
  readonly clock?: Clock | undefined
  /** The process that takes leases; this one if not given. */
  readonly me?: ProcessAddress | undefined
}

/** The leases of one process, and whether those of others are still valid. Each user stores them in its own rows. */
export class Leases {
  readonly me: ProcessAddress
  readonly #ttlMs: number
  readonly #clock: Clock

  constructor({ ttlMs, clock = systemClock, me = thisProcess() }: LeaseOptions) {
    this.me = me
    this.#ttlMs = ttlMs
    this.#clock = clock
  }

  /** The time of the lease clock. */
  now(): number {
    return this.#clock.now()
  }

  /** A lease of this process that begins now; its `until` also renews one. */
  grant(): Lease {
    return { machine: this.me.machine, pid: this.me.pid, until: this.now() + this.#ttlMs }
  }

  /** Whether its holder may still be at work: a dead process on this machine is recognised, others when their lease expires. */
  isHeld({ machine, pid, until }: StoredLease): boolean {
    return Number(until) > this.now() && !isGone({ machine, pid: Number(pid) }, this.me)
  }
}

export interface LeaseKeeperOptions {
  readonly everyMs: number
  /** Renews the leases with these tokens. */
  readonly renew: (tokens: readonly string[]) => Promise<unknown>
  /** Called with the error of each failed renewal. */
  readonly onFailure: (error: unknown) => void
}

/** Renews the leases of this process's running work. */
export class LeaseKeeper {
  readonly #tokens = new Set<string>()
  readonly #options: LeaseKeeperOptions
  #timer: NodeJS.Timeout | undefined

  constructor(options: LeaseKeeperOptions) {
    this.#options = options
  }

  has(token: string): boolean {
    return this.#tokens.has(token)
  }

  add(token: string): void {
    this.#tokens.add(token)
    this.#timer ??= setInterval(() => this.#renew(), this.#options.everyMs).unref()
  }

  delete(token: string): void {
    this.#tokens.delete(token)
    if (this.#tokens.size === 0) this.#rest()
  }

  /** Stops renewing all of them, and returns their tokens. */
  clear(): string[] {
    const tokens = [...this.#tokens]
    this.#tokens.clear()
    this.#rest()
    return tokens
  }

  #renew(): void {
    this.#options.renew([...this.#tokens]).catch(this.#options.onFailure)
  }

  #rest(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

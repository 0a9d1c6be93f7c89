import type { Clock } from '../../runtime/base/clock.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'

/** The clock of a world: it runs as fast as time does, or stands still, and only moves forward. */
export class WorldClock implements Clock {
  #atMs: number
  #since = performance.now()
  #isFrozen: boolean

  /** @param atMs epoch milliseconds at which it starts */
  constructor(atMs: number, isFrozen: boolean) {
    this.#atMs = Math.floor(atMs)
    this.#isFrozen = isFrozen
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  now(): number {
    return this.#isFrozen ? this.#atMs : Math.floor(this.#atMs + performance.now() - this.#since)
  }

  /**
   * Moves it to a time, from which it runs on or stands still.
   *
   * @param atMs epoch milliseconds
   * @throws ApiError invalid_argument for a time in its past
   */
  set(atMs: number, isFrozen = this.#isFrozen): void {
    const nowMs = this.now()
    if (atMs < nowMs) {
      throw new ApiError(
        'invalid_argument',
        `The clock of a world cannot be set back: it is ${iso(nowMs)}. Rewind to a snapshot instead.`,
      )
    }
    this.restore(atMs, isFrozen)
  }

  /** Stops it at its present time. */
  freeze(): void {
    this.restore(this.now(), true)
  }

  /** Puts it to any time, as a snapshot had it. */
  restore(atMs: number, isFrozen: boolean): void {
    this.#atMs = atMs
    this.#since = performance.now()
    this.#isFrozen = isFrozen
  }
}

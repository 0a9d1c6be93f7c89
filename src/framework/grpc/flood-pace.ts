import { BoundedMap } from '#runtime/base/bounded-map.ts'

const maxAddresses = 1000
const pauseMs = 250
const maxDelayMs = 10_000

/**
 * Spaces out the HTTP/2 connections of an address that opens and resets streams: 64 KiB do so with 700 of them
 * before Node counts the first, which takes up to 30 ms and leaves much to collect. They are not refused, because
 * others may have the same address.
 */
export class FloodPace {
  readonly #now: () => number
  /** When the next connection of an address is served. */
  readonly #nextAt = new BoundedMap<string, number>(maxAddresses)

  /** @param now milliseconds of any clock that never goes back */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Records that a connection of this address flooded. */
  note(address: string): void {
    this.#nextAt.set(address, Math.max(this.#nextAt.get(address) ?? 0, this.#now() + pauseMs))
  }

  /** @returns in how many milliseconds a new connection of the address is to be served; undefined if too many wait */
  delayMs(address: string): number | undefined {
    const at = this.#nextAt.get(address) ?? 0
    const delayMs = at - this.#now()
    if (delayMs <= 0) return 0
    if (delayMs > maxDelayMs) return undefined
    this.#nextAt.set(address, at + pauseMs)
    return delayMs
  }
}

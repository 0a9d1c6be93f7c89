import { BoundedMap } from '../../runtime/base/bounded-map.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { SlidingWindow, slotMsOf, slotsPerWindow } from '../../runtime/limits/sliding-window.ts'

/** How often an address may do something. */
export interface AddressLimit {
  readonly max: number
  readonly windowMs: number
  /** The end of a sentence: `create 20 worlds an hour`. */
  readonly meaning: string
}

export const creationLimit: AddressLimit = { max: 20, windowMs: 3_600_000, meaning: 'create 20 worlds an hour' }
export const controlLimit: AddressLimit = {
  max: 240,
  windowMs: 60_000,
  meaning: 'make 240 requests a minute to /sandbox',
}

const maxAddresses = 5000

/** Counts what each address does. */
export class AddressCounts {
  readonly #limit: AddressLimit
  readonly #now: () => number
  readonly #windows = new BoundedMap<string, SlidingWindow>(maxAddresses)

  /** @param now milliseconds that only grow */
  constructor(limit: AddressLimit, now = () => performance.now()) {
    this.#limit = limit
    this.#now = now
  }

  /** @throws ApiError rate_limited, and then it is not counted */
  take(address: string): void {
    const { max, windowMs, meaning } = this.#limit
    const slotMs = slotMsOf(windowMs)
    const now = this.#now()
    const window = this.#windows.get(address) ?? new SlidingWindow()
    window.moveTo(Math.floor(now / slotMs) + slotsPerWindow)
    if (window.total >= max) {
      const atMs = ((window.nextRelief ?? 0) - slotsPerWindow) * slotMs
      const retryAfterS = Math.max(1, Math.ceil((atMs - now) / 1000))
      throw new ApiError('rate_limited', `An address may ${meaning}. Try again later.`, { retryAfterS })
    }
    window.take()
    this.#windows.set(address, window)
  }
}

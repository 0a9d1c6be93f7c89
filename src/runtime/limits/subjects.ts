import { BoundedMap } from '../base/bounded-map.ts'
import { SlidingWindow } from './sliding-window.ts'

/** Maximum subjects in one generation: a flood of made-up addresses must not fill the memory. */
const maxGeneration = 50_000

/**
 * The windows of all subjects seen lately. With every window's length that passes, the old generation is dropped: a
 * subject in it was not seen for a whole window, so nothing of it counts any more.
 *
 * When more subjects than there is room for come within a window, those seen longest ago are let go early, and what
 * other processes know of them is all that is left of their counts.
 */
export class Subjects {
  readonly #windows: BoundedMap<string, SlidingWindow>
  #slot = Number.NEGATIVE_INFINITY
  #ageAt = Number.NEGATIVE_INFINITY

  /** @param ageEvery slots after which nothing of a subject counts that was not seen meanwhile */
  constructor(ageEvery: number, max = maxGeneration) {
    this.#windows = new BoundedMap(max, () => {
      this.#ageAt = this.#slot + ageEvery
    })
  }

  /** The window of a subject, moved to the slot. */
  windowOf(subject: string, slot: number): SlidingWindow {
    this.#slot = slot
    if (slot >= this.#ageAt) this.#windows.age()
    let window = this.#windows.get(subject)
    if (!window) {
      window = new SlidingWindow()
      this.#windows.set(subject, window)
    }
    window.moveTo(slot)
    return window
  }
}

import { BoundedMap } from '../base/bounded-map.ts'
import { SlidingWindow } from './sliding-window.ts'

/** Maximum subjects in one generation: a flood of invented addresses must not fill the memory. */
const maxGeneration = 50_000

/**
 * The windows of all recent subjects. Whenever the length of a window has passed, the old generation is dropped: a
 * subject in it was not seen for a whole window, so none of its takes count any more.
 *
 * If more subjects than the maximum arrive within a window, those not seen for longest are dropped early, and only
 * the counts known to other processes remain.
 */
export class Subjects {
  readonly #windows: BoundedMap<string, SlidingWindow>
  #slot = Number.NEGATIVE_INFINITY
  #ageAt = Number.NEGATIVE_INFINITY

  /** @param ageEvery slots after which the takes of a subject no longer count */
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

import { SlidingWindow } from './sliding-window.ts'

/** Subjects that one generation holds at most: a flood of made-up addresses must not fill the memory. */
const maxGeneration = 50_000

/**
 * The windows of all subjects seen lately. They are held in two generations; a subject that is seen moves to the young
 * one, and with every window's length that passes the old one is let go: whoever is in it was not seen for a whole
 * window, so nothing of it counts any more.
 *
 * When more subjects than there is room for come within a window, those seen longest ago are let go early, and what
 * other processes know of them is all that is left of their counts.
 */
export class Subjects {
  #young = new Map<string, SlidingWindow>()
  #old = new Map<string, SlidingWindow>()
  #turnAt = Number.NEGATIVE_INFINITY
  readonly #turnEvery: number
  readonly #max: number

  /** @param turnEvery slots after which nothing of a subject counts that was not seen meanwhile */
  constructor(turnEvery: number, max = maxGeneration) {
    this.#turnEvery = turnEvery
    this.#max = max
  }

  /** The window of a subject, moved to the slot. */
  windowOf(subject: string, slot: number): SlidingWindow {
    if (slot >= this.#turnAt) this.#turn(slot)
    let window = this.#young.get(subject)
    if (!window) {
      window = this.#old.get(subject) ?? new SlidingWindow()
      if (this.#young.size >= this.#max) this.#turn(slot)
      this.#young.set(subject, window)
    }
    window.moveTo(slot)
    return window
  }

  #turn(slot: number): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#turnAt = slot + this.#turnEvery
  }
}

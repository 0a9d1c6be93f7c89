/** Counts by slot number, as processes tell each other. */
export type SlotCounts = ReadonlyMap<number, number>

/** A window is counted in this many slots: what was taken leaves it slot by slot instead of all at once. */
export const slotsPerWindow = 24

/** Milliseconds of one slot of a window. */
export function slotMsOf(windowMs: number): number {
  return windowMs / slotsPerWindow
}

/**
 * What one subject has taken lately, in slots. The slot that is running and all slots of a whole window before it
 * count, so that no stretch of time as long as the window ever holds more than was counted, wherever it begins.
 *
 * Each slot knows what all processes together have taken as far as is known here, and how much of it only this process
 * knows of.
 */
export class SlidingWindow {
  /** The running slot; the ring holds it and `slotsPerWindow` before it. */
  #slot = 0
  readonly #taken: number[] = new Array(slotsPerWindow + 1).fill(0)
  readonly #untold: number[] = new Array(slotsPerWindow + 1).fill(0)
  #total = 0
  #totalUntold = 0
  /** The oldest slot with anything in it; looked for again when that may have changed. */
  #oldest: number | undefined

  /** Taken within the window by all processes, as far as is known here. */
  get total(): number {
    return this.#total
  }

  /** How much of `total` no other process knows of yet. */
  get untold(): number {
    return this.#totalUntold
  }

  /** The running slot. */
  get slot(): number {
    return this.#slot
  }

  /** Lets what is older than the window go. A clock that was set back stays in the slot it had reached. */
  moveTo(slot: number): void {
    if (slot <= this.#slot) return
    const passed = Math.min(slot - this.#slot, slotsPerWindow + 1)
    for (let each = slot - passed + 1; each <= slot; each++) {
      const at = each % (slotsPerWindow + 1)
      this.#total -= this.#taken[at] as number
      this.#totalUntold -= this.#untold[at] as number
      this.#taken[at] = 0
      this.#untold[at] = 0
    }
    this.#slot = slot
    if (this.#oldest !== undefined && this.#oldest < slot - slotsPerWindow) this.#oldest = this.#findOldest()
  }

  /** Counts one more in the running slot. */
  take(): void {
    const at = this.#slot % (slotsPerWindow + 1)
    this.#taken[at] = (this.#taken[at] as number) + 1
    this.#untold[at] = (this.#untold[at] as number) + 1
    this.#total += 1
    this.#totalUntold += 1
    this.#oldest ??= this.#slot
  }

  /** What no other process knows of, by slot. */
  untoldBySlot(): Map<number, number> {
    const counts = new Map<number, number>()
    for (let slot = this.#slot - slotsPerWindow; slot <= this.#slot; slot++) {
      const count = this.#untold[this.#at(slot)] as number
      if (count > 0) counts.set(slot, count)
    }
    return counts
  }

  /**
   * Takes over what all processes together have taken, once they have been told.
   *
   * @param told what this process has told, which `known` includes
   * @param known what all have taken; a slot that has not begun here, because the other's clock is ahead, counts as the
   * running one
   */
  learn(told: SlotCounts, known: SlotCounts): void {
    for (const [slot, count] of told) {
      if (!this.#holds(slot)) continue
      this.#untold[this.#at(slot)] = (this.#untold[this.#at(slot)] as number) - count
      this.#totalUntold -= count
    }
    this.#total = this.#totalUntold
    for (let at = 0; at <= slotsPerWindow; at++) this.#taken[at] = this.#untold[at] as number
    for (const [slot, count] of known) {
      if (slot < this.#slot - slotsPerWindow) continue
      const at = this.#at(Math.min(slot, this.#slot))
      this.#taken[at] = (this.#taken[at] as number) + count
      this.#total += count
    }
    this.#oldest = this.#findOldest()
  }

  /** The first slot in which something of what is counted now counts no more; undefined when nothing is counted. */
  get nextRelief(): number | undefined {
    return this.#oldest === undefined ? undefined : this.#oldest + slotsPerWindow + 1
  }

  #findOldest(): number | undefined {
    for (let slot = this.#slot - slotsPerWindow; slot <= this.#slot; slot++) {
      if ((this.#taken[this.#at(slot)] as number) > 0) return slot
    }
    return undefined
  }

  #holds(slot: number): boolean {
    return slot <= this.#slot && slot >= this.#slot - slotsPerWindow
  }

  /** Slots before the first one of a ring that has just begun are negative for a clock near 1970 alone. */
  #at(slot: number): number {
    const size = slotsPerWindow + 1
    return ((slot % size) + size) % size
  }
}

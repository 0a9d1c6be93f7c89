/** Counts by slot number, as processes share them. */
export type SlotCounts = ReadonlyMap<number, number>

/** A window is counted in this many slots: takes leave it slot by slot instead of all at once. */
export const slotsPerWindow = 24

/** Milliseconds of one slot of a window. */
export function slotMsOf(windowMs: number): number {
  return windowMs / slotsPerWindow
}

/**
 * The recent takes of one subject, in slots. The current slot and all slots of a whole window before it count, so that no
 * period as long as the window ever contains more takes than were counted, wherever it begins.
 *
 * Each slot has the known takes of all processes, and how many of them are not shared yet.
 */
export class SlidingWindow {
  /** The current slot; the ring has it and `slotsPerWindow` before it. */
  #slot = 0
  readonly #taken: number[] = new Array(slotsPerWindow + 1).fill(0)
  readonly #unshared: number[] = new Array(slotsPerWindow + 1).fill(0)
  #total = 0
  #totalUnshared = 0
  /** The oldest slot with takes; searched again when it may have changed. */
  #oldest: number | undefined

  /** The known takes of all processes within the window. */
  get total(): number {
    return this.#total
  }

  /** How much of `total` is not shared yet. */
  get unshared(): number {
    return this.#totalUnshared
  }

  /** The current slot. */
  get slot(): number {
    return this.#slot
  }

  /** Drops takes older than the window. After the clock is set back, the slot stays. */
  moveTo(slot: number): void {
    if (slot <= this.#slot) return
    const passed = Math.min(slot - this.#slot, slotsPerWindow + 1)
    for (let each = slot - passed + 1; each <= slot; each++) {
      const at = each % (slotsPerWindow + 1)
      this.#total -= this.#taken[at] as number
      this.#totalUnshared -= this.#unshared[at] as number
      this.#taken[at] = 0
      this.#unshared[at] = 0
    }
    this.#slot = slot
    if (this.#oldest !== undefined && this.#oldest < slot - slotsPerWindow) this.#oldest = this.#findOldest()
  }

  /** Counts one more in the current slot. */
  take(): void {
    const at = this.#slot % (slotsPerWindow + 1)
    this.#taken[at] = (this.#taken[at] as number) + 1
    this.#unshared[at] = (this.#unshared[at] as number) + 1
    this.#total += 1
    this.#totalUnshared += 1
    this.#oldest ??= this.#slot
  }

  /** Takes that are not shared yet, by slot. */
  unsharedBySlot(): Map<number, number> {
    const counts = new Map<number, number>()
    for (let slot = this.#slot - slotsPerWindow; slot <= this.#slot; slot++) {
      const count = this.#unshared[this.#at(slot)] as number
      if (count > 0) counts.set(slot, count)
    }
    return counts
  }

  /**
   * Replaces the counts by those of all processes, after sharing.
   *
   * @param shared takes that this process has shared, which `known` includes
   * @param known takes of all processes; a slot that has not started here, because the other's clock is ahead, counts as the
   * current one
   */
  learn(shared: SlotCounts, known: SlotCounts): void {
    for (const [slot, count] of shared) {
      if (!this.#holds(slot)) continue
      this.#unshared[this.#at(slot)] = (this.#unshared[this.#at(slot)] as number) - count
      this.#totalUnshared -= count
    }
    this.#total = this.#totalUnshared
    for (let at = 0; at <= slotsPerWindow; at++) this.#taken[at] = this.#unshared[at] as number
    for (const [slot, count] of known) {
      if (slot < this.#slot - slotsPerWindow) continue
      const at = this.#at(Math.min(slot, this.#slot))
      this.#taken[at] = (this.#taken[at] as number) + count
      this.#total += count
    }
    this.#oldest = this.#findOldest()
  }

  /** The first slot in which some of the current takes no longer count; undefined without takes. */
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

  /** Slots are negative only for a clock near 1970. */
  #at(slot: number): number {
    const size = slotsPerWindow + 1
    return ((slot % size) + size) % size
  }
}

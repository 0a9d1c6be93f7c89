/** Why there is nothing to follow: there never was such a link, or it was deleted. */
export type Absence = 'unknown' | 'gone'

const maxGeneration = 4096

/**
 * Ids that lately had no link, each for a short while. They are kept apart from the links, so that somebody who tries
 * ids at random pushes no link out; and in two generations of which the older is let go when the younger is full, so that
 * they fill no memory.
 */
export class AbsentLinks {
  #young = new Map<string, Entry>()
  #old = new Map<string, Entry>()
  readonly #lifeMs: number
  readonly #max: number

  /** @param lifeMs how long an answer holds */
  constructor(lifeMs: number, max = maxGeneration) {
    this.#lifeMs = lifeMs
    this.#max = max
  }

  /** @param now milliseconds of a clock that only goes forward */
  get(id: string, now: number): Absence | undefined {
    const entry = this.#young.get(id) ?? this.#old.get(id)
    return entry && now < entry.until ? entry.absence : undefined
  }

  put(id: string, absence: Absence, now: number): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(id, { absence, until: now + this.#lifeMs })
  }

  delete(id: string): void {
    this.#young.delete(id)
    this.#old.delete(id)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}

interface Entry {
  readonly absence: Absence
  readonly until: number
}

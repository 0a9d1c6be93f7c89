import { BoundedMap } from '#runtime/base/bounded-map.ts'

/** Why there is nothing to follow: there never was such a link, or it was deleted. */
export type Absence = 'unknown' | 'gone'

const maxGeneration = 4096

/**
 * Ids that lately had no link, each for a short while. They are kept apart from the links, so that somebody who tries
 * ids at random pushes no link out.
 */
export class AbsentLinks {
  readonly #entries: BoundedMap<string, Entry>
  readonly #lifeMs: number

  /** @param lifeMs how long an answer holds */
  constructor(lifeMs: number, max = maxGeneration) {
    this.#lifeMs = lifeMs
    this.#entries = new BoundedMap(max)
  }

  /** @param now milliseconds of a clock that only goes forward */
  get(id: string, now: number): Absence | undefined {
    const entry = this.#entries.get(id)
    return entry && now < entry.until ? entry.absence : undefined
  }

  put(id: string, absence: Absence, now: number): void {
    this.#entries.set(id, { absence, until: now + this.#lifeMs })
  }

  delete(id: string): void {
    this.#entries.delete(id)
  }

  clear(): void {
    this.#entries.clear()
  }
}

interface Entry {
  readonly absence: Absence
  readonly until: number
}

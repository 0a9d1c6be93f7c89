import { BoundedMap } from '#runtime/base/bounded-map.ts'

/** Why a link is missing: it never existed, or it was deleted. */
export type Absence = 'unknown' | 'gone'

const maxGeneration = 4096

/** Caches ids without a link for a short time. They are separate from the links, so that trying ids at random evicts no link. */
export class AbsentLinks {
  readonly #entries: BoundedMap<string, Entry>
  readonly #lifeMs: number

  /** @param lifeMs how long an entry is valid */
  constructor(lifeMs: number, max = maxGeneration) {
    this.#lifeMs = lifeMs
    this.#entries = new BoundedMap(max)
  }

  /** @param now milliseconds of a monotonic clock */
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

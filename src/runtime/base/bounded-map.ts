/**
 * A map that drops entries that were not used lately, so that a flood of keys cannot fill the memory. Entries live in two
 * generations: using one moves it to the young generation, and when that is full, the whole old generation is dropped. For
 * keys that are looked up only once this costs half of what an order of use does.
 */
export class BoundedMap<Key, Value> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  readonly #max: number
  readonly #onAge: (() => void) | undefined

  /**
   * @param max entries of one generation: the last `max` used ones remain, and at most twice as many in total
   * @param onAge called whenever the old generation is dropped
   */
  constructor(max: number, onAge?: () => void) {
    this.#max = max
    this.#onAge = onAge
  }

  get(key: Key): Value | undefined {
    const found = this.#young.get(key)
    if (found !== undefined) return found
    const aged = this.#old.get(key)
    if (aged !== undefined) this.set(key, aged)
    return aged
  }

  set(key: Key, value: Value): void {
    if (this.#young.size >= this.#max && !this.#young.has(key)) this.age()
    this.#young.set(key, value)
  }

  delete(key: Key): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }

  /** Drops entries that were not used since the last call, or since that generation was full. */
  age(): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#onAge?.()
  }
}

/**
 * A map that forgets what was not used lately, so that a flood of keys fills no memory. Entries are held in two
 * generations: what is used moves to the young one, and when that is full, the old one is dropped whole. For keys that
 * nobody asks for twice this costs half of what keeping all of them in order of use does.
 */
export class BoundedMap<Key, Value> {
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()
  readonly #max: number
  readonly #onAge: (() => void) | undefined

  /**
   * @param max entries of one generation: the last `max` that were used are held, and at most twice as many in all
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

  /** Drops what was not used since this was last called, or since that generation was full. */
  age(): void {
    this.#old = this.#young
    this.#young = new Map()
    this.#onAge?.()
  }
}

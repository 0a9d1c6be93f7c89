/** Cells of a part when it is new; each is a pair, a hash and a position. */
const firstCells = 64
const partBits = 6
const cellBytes = 8

/** Whether the record at a position is the one that is looked for. */
type Matches<Key> = (position: number, key: Key) => boolean

/**
 * Positions of records by the hash of their keys: open addressing in plain numbers, which the garbage collector never
 * looks at. It is split into parts that grow one at a time, so that no growth holds up a redirect for long.
 *
 * Positions are whole numbers from 1; hashes are 32 bits, of which the caller makes sure that they are well mixed.
 */
export class HashIndex {
  readonly #parts = Array.from({ length: 1 << partBits }, () => new Part())
  #bytes = this.#parts.length * firstCells * cellBytes

  /** Bytes of all cells. */
  get bytes(): number {
    return this.#bytes
  }

  /** Bytes that the next `set` with this hash needs on top, for good. */
  growthOf(hash: number): number {
    return this.#partOf(hash).growth * cellBytes
  }

  /** The position of the record that matches, or 0. */
  get<Key>(hash: number, key: Key, matches: Matches<Key>): number {
    return this.#partOf(hash).get(hash, key, matches)
  }

  /** Adds a position. There must be none yet whose record has the same key. */
  set(hash: number, position: number): void {
    const part = this.#partOf(hash)
    this.#bytes += part.growth * cellBytes
    part.set(hash, position)
  }

  /** Changes where a record lies. */
  move(hash: number, from: number, to: number): void {
    this.#partOf(hash).move(hash, from, to)
  }

  /** Takes a position out. */
  remove(hash: number, position: number): void {
    this.#partOf(hash).remove(hash, position)
  }

  #partOf(hash: number): Part {
    return this.#parts[hash >>> (32 - partBits)] as Part
  }
}

class Part {
  /** Hash and position in turn; position 0 is an empty cell. */
  #pairs = new Uint32Array(firstCells * 2)
  #used = 0

  /** Cells that the next `set` adds. */
  get growth(): number {
    return this.#isFull() ? this.#pairs.length >>> 1 : 0
  }

  get<Key>(hash: number, key: Key, matches: Matches<Key>): number {
    const pairs = this.#pairs
    const last = pairs.length - 1
    for (let at = (hash << 1) & last; ; at = (at + 2) & last) {
      const position = pairs[at + 1] as number
      if (position === 0) return 0
      if (pairs[at] === hash && matches(position, key)) return position
    }
  }

  set(hash: number, position: number): void {
    if (this.#isFull()) this.#grow()
    this.#add(hash, position)
    this.#used += 1
  }

  move(hash: number, from: number, to: number): void {
    this.#pairs[this.#cellOf(hash, from) + 1] = to
  }

  /** Closes the gap that a cell leaves, so that whatever was put after it in a row is still found. */
  remove(hash: number, position: number): void {
    const pairs = this.#pairs
    const last = pairs.length - 1
    let gap = this.#cellOf(hash, position)
    for (let at = (gap + 2) & last; pairs[at + 1] !== 0; at = (at + 2) & last) {
      const home = ((pairs[at] as number) << 1) & last
      if (((at - home) & last) < ((at - gap) & last)) continue
      pairs[gap] = pairs[at] as number
      pairs[gap + 1] = pairs[at + 1] as number
      gap = at
    }
    pairs[gap + 1] = 0
    this.#used -= 1
  }

  #cellOf(hash: number, position: number): number {
    const pairs = this.#pairs
    const last = pairs.length - 1
    let at = (hash << 1) & last
    while (pairs[at + 1] !== position) {
      if (pairs[at + 1] === 0) throw new Error(`Position ${position} is not in the index`)
      at = (at + 2) & last
    }
    return at
  }

  /** From two thirds on, rows of used cells become long. */
  #isFull(): boolean {
    return (this.#used + 1) * 3 > this.#pairs.length
  }

  #grow(): void {
    const old = this.#pairs
    this.#pairs = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 2) {
      if (old[at + 1] !== 0) this.#add(old[at] as number, old[at + 1] as number)
    }
  }

  #add(hash: number, position: number): void {
    const pairs = this.#pairs
    const last = pairs.length - 1
    let at = (hash << 1) & last
    while (pairs[at + 1] !== 0) at = (at + 2) & last
    pairs[at] = hash
    pairs[at + 1] = position
  }
}

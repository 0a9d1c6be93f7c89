/** Cells of a new part; each is a pair of hash and position. */
const firstCells = 64
const partBits = 6
const cellBytes = 8

/** Whether the record at a position has the key. */
type Matches<Key> = (position: number, key: Key) => boolean

/**
 * Positions of records by the hash of their keys: open addressing in typed arrays, which the garbage collector does not
 * traverse. Each of its parts grows on its own, so that growing delays no redirect for long.
 *
 * Positions are whole numbers from 1; hashes have 32 bits, which the caller must mix well.
 */
export class HashIndex {
  readonly #parts = Array.from({ length: 1 << partBits }, () => new Part())
  #bytes = this.#parts.length * firstCells * cellBytes

  /** Bytes of all cells. */
  get bytes(): number {
    return this.#bytes
  }

  /** Bytes by which the next `set` with this hash permanently grows the index. */
  growthOf(hash: number): number {
    return this.#partOf(hash).growth * cellBytes
  }

  /** The position of the matching record, or 0. */
  get<Key>(hash: number, key: Key, matches: Matches<Key>): number {
    return this.#partOf(hash).get(hash, key, matches)
  }

  /** Adds a position. No record in the index may have the same key. */
  set(hash: number, position: number): void {
    const part = this.#partOf(hash)
    this.#bytes += part.growth * cellBytes
    part.set(hash, position)
  }

  /** Changes the position of a record. */
  move(hash: number, from: number, to: number): void {
    this.#partOf(hash).move(hash, from, to)
  }

  /** Removes a position. */
  remove(hash: number, position: number): void {
    this.#partOf(hash).remove(hash, position)
  }

  #partOf(hash: number): Part {
    return this.#parts[hash >>> (32 - partBits)] as Part
  }
}

class Part {
  /** Alternating hashes and positions; position 0 is an empty cell. */
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

  /** Closes the gap, so that cells after it are still found. */
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

  /** From two thirds on, probe sequences become long. */
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

import { randomBytes } from 'node:crypto'
import { HashIndex } from './hash-index.ts'

/** The fields of a link that a redirect needs. Id and destination are printable ASCII. */
export interface LinkRecord {
  readonly destination: string
  /** Epoch milliseconds; undefined for never. */
  readonly expiresAt: number | undefined
  /** Whether the query of a visit is forwarded to the destination. */
  readonly forwardsQuery: boolean
}

/** A block of consecutive records. */
interface Slab {
  readonly bytes: Buffer
  readonly words: Uint32Array
  readonly doubles: Float64Array
  used: number
}

const defaultSlabBytes = 256 * 1024
/** Records begin at multiples of this, so that positions fit into 32 bits and numbers in records are aligned. */
const unit = 8
const headBytes = 8
const expiryBytes = 8
const isUsed = 1
const forwards = 2
const expires = 4
const isDead = 8

/**
 * Links in memory, outside the heap that the garbage collector traverses: a million links are a few hundred blocks of bytes. The
 * table grows as needed, up to `maxBytes`.
 *
 * When it is full, links are evicted from the block that was filled longest ago. Up to half a block of links that were used since
 * then stays.
 */
export class LinkTable {
  readonly #maxBytes: number
  readonly #slabBytes: number
  readonly #slabBits: number
  readonly #slabs: Slab[] = []
  readonly #matches = (position: number, id: string): boolean => this.#isOf(position, id)
  /** Random, so that colliding ids cannot be chosen. */
  readonly #seed = randomBytes(4).readUInt32LE()
  #index = new HashIndex()
  #current = -1
  #size = 0

  /**
   * @param maxBytes at least four blocks and an empty index
   * @param slabBytes a power of 2; no record is larger
   */
  constructor(maxBytes: number, slabBytes = defaultSlabBytes) {
    const minBytes = 4 * slabBytes + this.#index.bytes
    if (maxBytes < minBytes) throw new RangeError(`A table needs at least ${minBytes} bytes`)
    this.#maxBytes = maxBytes
    this.#slabBytes = slabBytes
    this.#slabBits = Math.log2(slabBytes / unit)
  }

  /** How many links it contains. */
  get size(): number {
    return this.#size
  }

  /** Bytes of memory that it uses. */
  get bytes(): number {
    return this.#slabs.length * this.#slabBytes + this.#index.bytes
  }

  /** The link with this id, which is marked as used. */
  get(id: string): LinkRecord | undefined {
    const position = this.#index.get(this.#hashOf(id), id, this.#matches)
    if (position === 0) return undefined
    const { bytes, doubles } = this.#slabOf(position)
    const at = this.#offsetOf(position)
    const flags = bytes[at + 7] as number
    if ((flags & isUsed) === 0) bytes[at + 7] = flags | isUsed
    let from = at + headBytes + (bytes[at + 6] as number)
    let expiresAt: number | undefined
    if ((flags & expires) !== 0) {
      expiresAt = doubles[(at + headBytes) / unit]
      from += expiryBytes
    }
    const length = (bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8)
    return {
      destination: bytes.toString('latin1', from, from + length),
      expiresAt,
      forwardsQuery: (flags & forwards) !== 0,
    }
  }

  /** Adds or replaces a link. A link that is too long for a block is not stored. */
  put(id: string, { destination, expiresAt, forwardsQuery }: LinkRecord): void {
    this.delete(id)
    const size = sizeOf(id.length, destination.length, expiresAt !== undefined)
    if (id.length > 0xff || destination.length > 0xffff || size > this.#slabBytes) return
    const hash = this.#hashOf(id)
    const slab = this.#slabWithRoom(size, hash)
    const at = slab.used
    const { bytes, words, doubles } = slab
    words[at >>> 2] = hash
    bytes[at + 4] = destination.length & 0xff
    bytes[at + 5] = destination.length >>> 8
    bytes[at + 6] = id.length
    bytes[at + 7] = (forwardsQuery ? forwards : 0) | (expiresAt === undefined ? 0 : expires)
    let from = at + headBytes
    if (expiresAt !== undefined) {
      doubles[from / unit] = expiresAt
      from += expiryBytes
    }
    from += bytes.write(id, from, 'latin1')
    bytes.write(destination, from, 'latin1')
    slab.used += size
    this.#index.set(hash, this.#positionOf(this.#current, at))
    this.#size += 1
  }

  delete(id: string): boolean {
    const hash = this.#hashOf(id)
    const position = this.#index.get(hash, id, this.#matches)
    if (position === 0) return false
    const { bytes } = this.#slabOf(position)
    const at = this.#offsetOf(position)
    bytes[at + 7] = (bytes[at + 7] as number) | isDead
    this.#index.remove(hash, position)
    this.#size -= 1
    return true
  }

  /** Removes all links and frees their memory. */
  clear(): void {
    this.#slabs.length = 0
    this.#index = new HashIndex()
    this.#current = -1
    this.#size = 0
  }

  /** FNV-1a with a final mix, so that all bits of the id choose part and cell. */
  #hashOf(id: string): number {
    let hash = this.#seed
    for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    return (hash ^ (hash >>> 16)) >>> 0
  }

  /** Positions count units across all slabs, from 1. */
  #positionOf(slab: number, offset: number): number {
    return (slab * this.#slabBytes + offset) / unit + 1
  }

  #slabOf(position: number): Slab {
    return this.#slabs[(position - 1) >>> this.#slabBits] as Slab
  }

  #offsetOf(position: number): number {
    return ((position - 1) & ((1 << this.#slabBits) - 1)) * unit
  }

  #isOf(position: number, id: string): boolean {
    const { bytes } = this.#slabOf(position)
    const at = this.#offsetOf(position)
    if (bytes[at + 6] !== id.length) return false
    const from = at + headBytes + (((bytes[at + 7] as number) & expires) === 0 ? 0 : expiryBytes)
    for (let i = 0; i < id.length; i++) if (bytes[from + i] !== id.charCodeAt(i)) return false
    return true
  }

  #slabWithRoom(size: number, hash: number): Slab {
    const growth = this.#index.growthOf(hash)
    while (this.bytes + growth > this.#maxBytes && this.#slabs.length > 1) this.#dropLastSlab()
    const current = this.#slabs[this.#current]
    if (current && current.used + size <= this.#slabBytes) return current
    if (this.bytes + growth + this.#slabBytes <= this.#maxBytes) {
      this.#current = this.#slabs.push(newSlab(this.#slabBytes)) - 1
    } else {
      this.#current = (this.#current + 1) % this.#slabs.length
      this.#makeRoom(this.#current, size)
    }
    return this.#slabs[this.#current] as Slab
  }

  #dropLastSlab(): void {
    const number = this.#slabs.length - 1
    this.#sweep(number, 0)
    this.#slabs.pop()
    if (this.#current === number) this.#current -= 1
  }

  /** Keeps links that were used since the slab was filled or last swept, up to half of the slab. */
  #makeRoom(number: number, size: number): void {
    this.#sweep(number, Math.min(this.#slabBytes / 2, this.#slabBytes - size))
  }

  /** Moves the links to keep to the front of the slab, at most `keptBytes` of them, and removes the others from the index. */
  #sweep(number: number, keptBytes: number): void {
    const slab = this.#slabs[number] as Slab
    const { bytes, words } = slab
    let kept = 0
    for (let at = 0; at < slab.used; ) {
      const flags = bytes[at + 7] as number
      const destinationLength = (bytes[at + 4] as number) | ((bytes[at + 5] as number) << 8)
      const size = sizeOf(bytes[at + 6] as number, destinationLength, (flags & expires) !== 0)
      const hash = words[at >>> 2] as number
      if ((flags & isDead) === 0) {
        if ((flags & isUsed) !== 0 && kept + size <= keptBytes) {
          bytes[at + 7] = flags & ~isUsed
          bytes.copyWithin(kept, at, at + size)
          if (kept !== at) this.#index.move(hash, this.#positionOf(number, at), this.#positionOf(number, kept))
          kept += size
        } else {
          this.#index.remove(hash, this.#positionOf(number, at))
          this.#size -= 1
        }
      }
      at += size
    }
    slab.used = kept
  }
}

function sizeOf(idLength: number, destinationLength: number, hasExpiry: boolean): number {
  const size = headBytes + (hasExpiry ? expiryBytes : 0) + idLength + destinationLength
  return Math.ceil(size / unit) * unit
}

function newSlab(size: number): Slab {
  const buffer = new ArrayBuffer(size)
  return {
    bytes: Buffer.from(buffer),
    words: new Uint32Array(buffer),
    doubles: new Float64Array(buffer),
    used: 0,
  }
}

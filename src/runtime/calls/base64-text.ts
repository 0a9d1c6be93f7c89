import { type PiecePool, pooledPieceBytes } from '../base/buffer-pool.ts'

const dash = 0x2d
const underscore = 0x5f

/**
 * A base64 text (RFC 4648, section 4) that is decoded on arrival. Only the canonical text of its bytes is accepted: in the
 * standard alphabet, padded, without spaces and stray bits. So the text can be restored from the bytes.
 */
export class Base64Text {
  readonly #pool: PiecePool
  #pieces: Buffer[] = []
  /** How much of the last piece is used. */
  #used = pooledPieceBytes
  /** The last characters so far, up to four: their meaning depends on whether others follow. */
  #rest = ''
  #isReleased = false

  constructor(pool: PiecePool) {
    this.#pool = pool
  }

  /**
   * Adds more of the text.
   *
   * @param bytes ASCII characters
   * @returns false if it is not base64; then nothing of it has been added
   */
  add(bytes: Buffer): boolean {
    if (bytes.includes(dash) || bytes.includes(underscore)) return false
    const text = this.#rest + bytes.toString('latin1')
    const whole = Math.max(0, Math.floor((text.length - 1) / 4) * 4)
    const [count, used] = [this.#pieces.length, this.#used]
    if (!this.#decode(text, whole)) {
      this.#pool.give(this.#pieces.splice(count))
      this.#used = used
      return false
    }
    this.#rest = text.slice(whole)
    return true
  }

  /** Ends the text. Returns false if it cannot end here; then nothing changes. */
  end(): boolean {
    if (this.#rest === '') return true
    const last = Buffer.from(this.#rest, 'base64')
    if (this.#rest.length !== 4 || last.toString('base64') !== this.#rest) return false
    const { piece, from } = this.#room()
    this.#used = from + last.copy(piece, from)
    this.#rest = ''
    return true
  }

  /** The size of the decoded bytes. */
  get bytes(): number {
    return this.#pieces.length === 0 ? 0 : (this.#pieces.length - 1) * pooledPieceBytes + this.#used
  }

  /** The length of the text so far. */
  get chars(): number {
    return Math.ceil(this.bytes / 3) * 4 + this.#rest.length
  }

  /** The decoded bytes. Valid until `release`. */
  *pieces(): Generator<Uint8Array> {
    for (const [index, piece] of this.#held().entries()) {
      yield index < this.#pieces.length - 1 ? piece : piece.subarray(0, this.#used)
    }
  }

  /** The text so far. */
  get text(): string {
    let text = ''
    for (const piece of this.pieces())
      text += Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('base64')
    return text + this.#rest
  }

  /** Releases the memory. Nothing can be read any longer. */
  release(): void {
    this.#isReleased = true
    this.#pool.give(this.#pieces.splice(0))
  }

  #held(): readonly Buffer[] {
    if (this.#isReleased) throw new Error('a decoded text was read after its call had ended')
    return this.#pieces
  }

  #decode(text: string, whole: number): boolean {
    for (let at = 0; at < whole; ) {
      const { piece, from } = this.#room()
      const end = Math.min(whole, at + ((pooledPieceBytes - from) / 3) * 4)
      const wanted = ((end - at) / 4) * 3
      // Node drops characters outside the alphabet, so that fewer bytes come out.
      if (piece.write(text.slice(at, end), from, wanted, 'base64') !== wanted) return false
      this.#used = from + wanted
      at = end
    }
    return true
  }

  /** Where the next bytes belong. All groups but the last have three bytes, so that each piece is filled. */
  #room(): { piece: Buffer; from: number } {
    if (this.#used === pooledPieceBytes) {
      this.#held()
      this.#pieces.push(this.#pool.take())
      this.#used = 0
    }
    return { piece: this.#pieces.at(-1) as Buffer, from: this.#used }
  }
}

import { type PiecePool, pooledPieceBytes } from '../base/buffer-pool.ts'

const dash = 0x2d
const underscore = 0x5f

/**
 * A base64 text (RFC 4648, section 4) that is decoded while it comes. It is taken only as the one text that its bytes have:
 * in the standard alphabet, padded, without blanks and stray bits. So the text can be had again from the bytes.
 */
export class Base64Text {
  readonly #pool: PiecePool
  #pieces: Buffer[] = []
  /** How much of the last piece is used. */
  #used = pooledPieceBytes
  /** The last characters so far, up to four: what they mean is known when it is known whether others follow. */
  #rest = ''
  #isReleased = false

  constructor(pool: PiecePool) {
    this.#pool = pool
  }

  /**
   * Takes more of the text.
   *
   * @param bytes characters of ASCII
   * @returns false when it is not base64; then nothing of it has been taken
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

  /** Ends the text. Returns false when it cannot end here; then it stays as it is. */
  end(): boolean {
    if (this.#rest === '') return true
    const last = Buffer.from(this.#rest, 'base64')
    if (this.#rest.length !== 4 || last.toString('base64') !== this.#rest) return false
    const { piece, from } = this.#room()
    this.#used = from + last.copy(piece, from)
    this.#rest = ''
    return true
  }

  /** The size of what is decoded. */
  get bytes(): number {
    return this.#pieces.length === 0 ? 0 : (this.#pieces.length - 1) * pooledPieceBytes + this.#used
  }

  /** The length of what has come. */
  get chars(): number {
    return Math.ceil(this.bytes / 3) * 4 + this.#rest.length
  }

  /** What is decoded. It is valid until `release`. */
  *pieces(): Generator<Uint8Array> {
    for (const [index, piece] of this.#held().entries()) {
      yield index < this.#pieces.length - 1 ? piece : piece.subarray(0, this.#used)
    }
  }

  /** What has come, as it came. */
  get text(): string {
    let text = ''
    for (const piece of this.pieces())
      text += Buffer.from(piece.buffer, piece.byteOffset, piece.length).toString('base64')
    return text + this.#rest
  }

  /** Lets go of the memory. Nothing can be read any more. */
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
      // Node drops what is not in the alphabet, so that fewer bytes come out.
      if (piece.write(text.slice(at, end), from, wanted, 'base64') !== wanted) return false
      this.#used = from + wanted
      at = end
    }
    return true
  }

  /** Where the next bytes belong. All but the last group are of three, so that each piece is filled. */
  #room(): { piece: Buffer; from: number } {
    if (this.#used === pooledPieceBytes) {
      this.#held()
      this.#pieces.push(this.#pool.take())
      this.#used = 0
    }
    return { piece: this.#pieces.at(-1) as Buffer, from: this.#used }
  }
}

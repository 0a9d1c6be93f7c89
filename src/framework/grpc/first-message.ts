import { maxMessageBytes } from '../kernel/host/host.ts'

/** One byte of flags and four of length precede each message, in gRPC, gRPC-Web and streams of Connect. */
const headBytes = 5
/** A later message is a short reply to what was sent; a longer one is skipped. */
const maxLaterBytes = 16 * 1024

/** What happens to a request for a server stream. */
interface FirstMessageEvents {
  /** The first message is complete. */
  begun(): void
  /** A further message, if it is neither compressed nor longer than 16 KiB. */
  later(message: Uint8Array): void
}

/**
 * The body of a request for a server stream, up to the end of its first message. Some clients never end such a request,
 * so that waiting for its end would deliver nothing. What comes later is read as it arrives, or the connection would
 * clog.
 */
export async function* firstMessageOf(
  body: AsyncIterable<Uint8Array>,
  { begun, later }: FirstMessageEvents,
): AsyncGenerator<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  const first = new Frames(maxMessageBytes)
  let isWhole = false
  try {
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
      const used = first.take(piece.value, () => {
        isWhole = true
        return 'stop'
      })
      if (isWhole) {
        begun()
        void readOn(pieces, piece.value.subarray(used), later)
      }
      yield piece.value.subarray(0, used)
      if (isWhole) return
    }
  } finally {
    // Ending the iteration ends the request, which may be open for as long as the response.
    if (!isWhole) await pieces.return?.()
  }
}

async function readOn(
  pieces: AsyncIterator<Uint8Array>,
  rest: Uint8Array,
  later: (message: Uint8Array) => void,
): Promise<void> {
  const frames = new Frames(maxLaterBytes)
  const give = (flags: number, message: Uint8Array | undefined) => {
    if (flags === 0 && message) later(message)
    return 'on' as const
  }
  try {
    frames.take(rest, give)
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) frames.take(piece.value, give)
  } catch {
    // The client has disconnected, which ends the response as well.
  }
}

/**
 * Watches the pieces of a request for the end of its first message.
 *
 * @returns called with each piece; true once the message is complete
 */
export function firstMessageWatch(): (piece: Uint8Array) => boolean {
  const frames = new Frames(0)
  let isWhole = false
  return (piece) => {
    frames.take(piece, () => {
      isWhole = true
      return 'stop'
    })
    return isWhole
  }
}

/** Finds the messages in pieces of any length, and stores those of at most `maxBytes`. */
class Frames {
  readonly #maxBytes: number
  readonly #head = Buffer.alloc(headBytes)
  #headLength = 0
  #left = 0
  #kept: Uint8Array[] = []

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * @param give called with the flags and the content of each message that is complete; undefined for one that is too long
   * @returns how many bytes were used: all of them, unless `give` returned to stop
   */
  take(piece: Uint8Array, give: (flags: number, message: Uint8Array | undefined) => 'on' | 'stop'): number {
    let at = 0
    while (at < piece.length || (this.#headLength === headBytes && this.#left === 0)) {
      if (this.#headLength < headBytes) {
        at += this.#takeHead(piece.subarray(at))
        continue
      }
      const part = piece.subarray(at, at + this.#left)
      at += part.length
      this.#left -= part.length
      if (this.#isKept) this.#kept.push(part)
      if (this.#left === 0 && give(this.#head.readUInt8(0), this.#taken()) === 'stop') return at
    }
    return at
  }

  get #isKept(): boolean {
    return this.#head.readUInt32BE(1) <= this.#maxBytes
  }

  #takeHead(piece: Uint8Array): number {
    const part = piece.subarray(0, headBytes - this.#headLength)
    this.#head.set(part, this.#headLength)
    this.#headLength += part.length
    if (this.#headLength === headBytes) this.#left = this.#head.readUInt32BE(1)
    return part.length
  }

  #taken(): Uint8Array | undefined {
    const message = this.#isKept ? Buffer.concat(this.#kept) : undefined
    this.#kept = []
    this.#headLength = 0
    return message
  }
}

import { isUtf8 } from 'node:buffer'
import { invalidArgument } from '#runtime/base/errors.ts'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'

/** The largest file. */
export const maxFileBytes = 10 * 1024 * 1024
/** How much is converted at once, in characters or bytes; a multiple of 3 and 4. */
const pieceLength = 768 * 1024

/** Content that was sent as text. */
export interface SentContent {
  readonly bytes: number
  /** Its bytes. Each piece is valid until the next one is read, which may overwrite it. */
  readonly source: AsyncIterable<Uint8Array>
}

/** A text as UTF-8. */
export function contentOfText(text: string): SentContent {
  async function* source(slices = new Slices()) {
    for (let at = 0; at < text.length; ) {
      let end = Math.min(text.length, at + pieceLength)
      // The two halves of a surrogate pair stay together.
      if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1
      yield Buffer.from(text.slice(at, end))
      at = end
      if (slices.isOver) await slices.next()
    }
  }
  return { bytes: Buffer.byteLength(text), source: source() }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/**
 * The bytes of base64 (RFC 4648, section 4): padded, in the standard alphabet, without spaces. The source throws
 * `invalid_argument` for faults in the text.
 *
 * @throws ApiError invalid_argument for a length that base64 cannot have
 */
export function contentOfBase64(text: string): SentContent {
  if (text.length % 4 !== 0) throw notBase64(`its length is ${text.length}, which is not a multiple of four`)
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = text.length - padding
  async function* source(slices = new Slices()) {
    const buffer = Buffer.allocUnsafeSlow(Math.ceil((Math.min(pieceLength, text.length) * 3) / 4))
    for (let at = 0; at < text.length; at += pieceLength) {
      const piece = text.slice(at, Math.min(length, at + pieceLength))
      const bytes = buffer.subarray(0, buffer.write(piece, 'base64'))
      // Node ignores what is not in the alphabet, and also reads that of base64url.
      if (bytes.length !== Math.floor((piece.length * 3) / 4) || piece.includes('-') || piece.includes('_')) {
        throw notBase64('it contains a character outside A-Z, a-z, 0-9, + and /')
      }
      if (at + pieceLength >= text.length && padding > 0 && hasStrayBits(piece.slice(padding - 4))) {
        throw notBase64('its last character has bits beyond the last byte')
      }
      yield bytes
      if (slices.isOver) await slices.next()
    }
  }
  return { bytes: (text.length / 4) * 3 - padding, source: source() }
}

/** Whether the two or three characters before the padding have bits beyond their whole bytes. */
function hasStrayBits(last: string): boolean {
  return !Buffer.from(last, 'base64').toString('base64').startsWith(last)
}

function notBase64(reason: string) {
  return invalidArgument('content', `must be base64 (RFC 4648) when encoding is base64: ${reason}`)
}

/** Checks whether bytes are text that JSON and databases can hold: UTF-8 without U+0000. */
export class TextCheck {
  #isText = true
  /** The beginning of a character that continues in the next piece. */
  #rest: Uint8Array = Buffer.alloc(0)

  /** Passes the bytes on, and checks them. */
  async *watch(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      if (this.#isText) this.#check(piece)
      yield piece
    }
  }

  /** Whether all bytes so far are whole characters of text. */
  get isText(): boolean {
    return this.#isText && this.#rest.length === 0
  }

  #check(piece: Uint8Array): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece])
    const whole = bytes.length - unfinished(bytes)
    this.#rest = Uint8Array.from(bytes.subarray(whole))
    const text = bytes.subarray(0, whole)
    this.#isText = isUtf8(text) && !text.includes(0)
  }
}

/** How many bytes at the end belong to an incomplete character of UTF-8. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? back : 0
  }
  return 0
}

/** Decodes UTF-8. */
export async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  for await (const piece of bytes) yield decoder.decode(piece, { stream: true })
  yield decoder.decode()
}

/** Encodes bytes as base64, in pieces whose concatenation is the base64 of all bytes. */
export async function* base64Of(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest: Uint8Array = Buffer.alloc(0)
  for await (const piece of bytes) {
    const all = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const whole = all.length - (all.length % 3)
    rest = Uint8Array.from(all.subarray(whole))
    yield Buffer.from(all.buffer, all.byteOffset, whole).toString('base64')
  }
  if (rest.length > 0) yield Buffer.from(rest).toString('base64')
}

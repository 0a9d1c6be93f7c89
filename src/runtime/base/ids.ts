import { v7 } from 'uuid'

/**
 * Crockford's base 32: without i, l, o and u, so ids are not misread aloud or from paper. In ASCII order, so ids sort.
 */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** 128 bits in groups of five: 26 characters, of which the first carries only three bits. */
const BODY_LENGTH = 26

/**
 * A new id: `<prefix>_` and a UUIDv7 in 26 lower-case base 32 characters. Ids created by one process sort in the order
 * of their creation, even within one millisecond and when the system clock is set back. The time in an id is always
 * the system's, never ONEDOOR_CLOCK: with a fixed clock the order would be lost.
 *
 * @param prefix the kind of thing: lower-case letters, such as `note`
 */
export function newId(prefix: string): string {
  return `${prefix}_${encodeBase32(v7(undefined, new Uint8Array(16)))}`
}

/** The least possible id of a moment: all earlier ids sort before it. @param ms epoch milliseconds */
export function idAt(prefix: string, ms: number): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, ms), 0, 6)
  return `${prefix}_${encodeBase32(bytes)}`
}

/**
 * Encodes 16 bytes as 26 characters that sort like the bytes.
 *
 * @param bytes exactly 16
 */
export function encodeBase32(bytes: Uint8Array): string {
  let text = ''
  let held = 0
  let heldBits = 2 // two leading zero bits make 128 bits up to 130, a multiple of five
  for (const byte of bytes) {
    held = (held << 8) | byte
    heldBits += 8
    while (heldBits >= 5) {
      heldBits -= 5
      text += ALPHABET[(held >>> heldBits) & 31]
    }
    held &= (1 << heldBits) - 1
  }
  return text
}

/**
 * Whether `text` has the form of an id with this prefix, whether or not the record exists.
 *
 * @param prefix as passed to newId
 */
export function isId(prefix: string, text: string): boolean {
  if (text.length !== prefix.length + 1 + BODY_LENGTH || !text.startsWith(`${prefix}_`)) return false
  return /^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(text.slice(prefix.length + 1))
}

/** The output of a command, as it is returned. */
export interface Shown {
  readonly text: string
  readonly isTruncated: boolean
}

export const maxCharacters = 100_000
/** Enough bytes of the end for all characters that are shown, and for one more. */
export const keptBytes = 4 * (maxCharacters + 1)

/**
 * The last 100,000 characters of some bytes. Bytes that are not UTF-8 are replaced, and so is NUL, which not every database can
 * store in a text.
 */
export function shownOf(bytes: Uint8Array): Shown {
  const isCut = bytes.length >= keptBytes
  // The cut may have split a character.
  let start = 0
  while (isCut && start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  const characters = [...new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start))]
  const isTruncated = characters.length > maxCharacters
  const text = (isTruncated ? characters.slice(-maxCharacters) : characters).join('').replaceAll('\0', '\ufffd')
  return { text, isTruncated: isTruncated || isCut }
}

/** What a command wrote, as the caller gets it. */
export interface Shown {
  readonly text: string
  readonly isTruncated: boolean
}

export const maxCharacters = 100_000
/** So many bytes of the end have the characters that are shown and at least one more, if there is one. */
export const keptBytes = 4 * (maxCharacters + 1)

/**
 * The last 100,000 characters of some bytes. Bytes that are not UTF-8, and NUL, which not every database keeps in a text, are
 * replaced.
 */
export function shownOf(bytes: Uint8Array): Shown {
  const isCut = bytes.length >= keptBytes
  // A character that was cut in two at the beginning is no fault of the command's.
  let start = 0
  while (isCut && start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start++
  const characters = [...new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(start))]
  const isTruncated = characters.length > maxCharacters
  const text = (isTruncated ? characters.slice(-maxCharacters) : characters).join('').replaceAll('\0', '\ufffd')
  return { text, isTruncated: isTruncated || isCut }
}

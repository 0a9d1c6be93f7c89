import { decodeText } from '#runtime/outbound/charset.ts'

/**
 * Decodes a feed. Feeds are often labelled with the wrong charset, so the bytes decide where they are unmistakable: a byte
 * order mark, the zeros of UTF-16, and sequences of UTF-8. Otherwise the first label that fits the bytes is used, that of
 * the content type before that of the XML declaration, and windows-1252, in which all bytes are valid, where none does.
 */
export function feedText(bytes: Uint8Array, contentType: string | undefined): string {
  const [first = 0, second = 0] = bytes
  if (first === 0 && second !== 0) return decodeText(bytes, 'text/xml; charset=utf-16be')
  if (first !== 0 && second === 0) return decodeText(bytes, 'text/xml; charset=utf-16le')
  const utf8 = decodeText(bytes, undefined)
  if (hasMoreLettersThanFaults(utf8)) return utf8
  const [, charset] =
    /^\s{0,20}<\?xml[^>]{0,100}?\bencoding\s{0,5}=\s{0,5}["']([\w.:-]{1,40})["']/.exec(
      Buffer.from(bytes.subarray(0, 300)).toString('latin1'),
    ) ?? []
  const labels = [contentType, ...(charset === undefined ? [] : [`text/xml; charset=${charset}`]), undefined]
  for (const label of labels) {
    // UTF-16 would have been recognised.
    if (/charset\s*=\s*"?utf-?16/i.test(label ?? '')) continue
    try {
      return decodeText(bytes, label, true)
    } catch {
      // The next label.
    }
  }
  return decodeText(bytes, 'text/xml; charset=windows-1252')
}

/** Whether a decoded text has letters beyond ASCII, and more of them than bytes that are not UTF-8. */
function hasMoreLettersThanFaults(text: string): boolean {
  let letters = 0
  let faults = 0
  for (const [{ length }] of text.matchAll(/\ufffd+/g)) faults += length
  for (const [{ length }] of text.matchAll(/[\u0080-\ufffc]+/g)) letters += length
  return letters > faults
}

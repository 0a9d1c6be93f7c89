/** Scripts that write words without spaces between them. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** A text as it is compared: in small letters without accents, its words between spaces. */
export function comparable(text: string): string {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return ` ${plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `
}

/** What to look for in comparable texts: each word, as the beginning of a word, or as a part where words have no spaces. */
export function soughtParts(query: string): string[] {
  return comparable(query)
    .trim()
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (unspaced.test(word) ? word : ` ${word}`))
}

// Created at first use: they load megabytes of data.
let graphemes: Intl.Segmenter | undefined
let words: Intl.Segmenter | undefined

/** The length of a text in characters (Unicode code points), as every bound of the API counts it. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A name or title on one line: trimmed, with line breaks replaced by single spaces. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/gu, ' ')
}

/**
 * Shortens a text to `max` characters (code points). A longer one ends in `…` after the last whole word that fits; words are
 * found by script, so that Chinese or Thai, written without spaces, is also cut between words. A last word that takes more than
 * half of the room is cut inside, but never inside a letter with its accents or a joined emoji unless that alone is too long.
 *
 * @param text one line
 * @param max at least 2
 */
export function shorten(text: string, max: number): string {
  const characters: string[] = []
  for (const character of text) {
    characters.push(character)
    if (characters.length > max) break
  }
  if (characters.length <= max) return text
  const room = characters.slice(0, max - 1).join('')
  const beginning = characters.join('')
  words ??= new Intl.Segmenter('en', { granularity: 'word' })
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  const end =
    lastBoundary(words, beginning, room.length, Math.ceil(room.length / 2)) ??
    lastBoundary(graphemes, beginning, room.length, 1) ??
    room.length
  const kept = beginning.slice(0, end).replace(/[\s\p{Pd},;:]+$/u, '')
  return `${kept || room}…`
}

/** The last index from `min` to `max` (UTF-16 units) where a segment begins. */
function lastBoundary(segmenter: Intl.Segmenter, text: string, max: number, min: number): number | undefined {
  let found: number | undefined
  for (const { index } of segmenter.segment(text)) {
    if (index > max) break
    if (index >= min) found = index
  }
  return found
}

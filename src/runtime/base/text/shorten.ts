const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const words = new Intl.Segmenter('en', { granularity: 'word' })

/** The length of a text in characters (Unicode code points), as every bound of the API counts it. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** A name or title on one line: blanks around it dropped, line breaks inside made single spaces, all else as it was. */
export function oneLine(text: string): string {
  return text.trim().replace(/\s*[\n\v\f\r\u0085\u2028\u2029]\s*/gu, ' ')
}

/**
 * A text of at most `max` characters (code points). A longer one ends in `…` after its last whole word that fits; a word is what
 * the script makes one, so that Chinese or Thai, written without spaces, is cut between words too. Where the last word
 * alone takes more than half of the room it is cut inside, but never inside a letter with its accents or a joined emoji
 * unless that alone is too long.
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
  const end =
    lastBoundary(words, beginning, room.length, Math.ceil(room.length / 2)) ??
    lastBoundary(graphemes, beginning, room.length, 1) ??
    room.length
  const kept = beginning.slice(0, end).replace(/[\s\p{Pd},;:]+$/u, '')
  return `${kept || room}…`
}

/** The last place from `least` to `most` (UTF-16 units) where a segment begins. */
function lastBoundary(segmenter: Intl.Segmenter, text: string, most: number, least: number): number | undefined {
  let found: number | undefined
  for (const { index } of segmenter.segment(text)) {
    if (index > most) break
    if (index >= least) found = index
  }
  return found
}

/**
 * The beginning of a text, for stores and messages with a bound: at most `max` characters (code points), cut anywhere. For
 * texts that people read on a line, see `shorten`.
 */
export function firstCharacters(text: string, max: number): string {
  if (text.length <= max) return text
  let end = 0
  let count = 0
  for (const character of text) {
    if (count === max) return text.slice(0, end)
    end += character.length
    count += 1
  }
  return text
}

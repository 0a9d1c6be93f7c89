/**
 * Control characters, and those that change the direction of text or have no width: with them a name could look like another one.
 * Joiners (U+200C, U+200D) remain after letters of scripts that need them, and in emoji.
 */
const unseen =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<![\p{L}\p{M}\p{So}\p{Emoji_Modifier}])[\u200c\u200d]|(?<=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200c\u200d]/gu

/** A one-line text without invisible characters. */
export function withoutUnseen(line: string): string {
  return line.replace(unseen, '').trim()
}

/** The characters that open and close ranges of another direction (UAX #9, sections 2.1 to 2.5), by which text can pose as another. */
const directions = /[\u202a-\u202e\u2066-\u2069]/g
const escapedDirection = /\\u20(?:2[a-e]|6[6-9])/i
/** Each escape as a whole, so that the second backslash of two begins none. */
const escapes = /\\(?:u20(?:2[a-e]|6[6-9])|[\s\S])/gi

/** A text without characters that change the direction of what follows. Marks, such as U+200F, change neighbours only and stay. */
export function withoutDirections(text: string): string {
  return text.replace(directions, '')
}

/** The same for the text of a JSON document, whose strings may contain them as escapes. */
export function jsonWithoutDirections(json: string): string {
  const text = withoutDirections(json)
  if (!escapedDirection.test(text)) return text
  return text.replace(escapes, (each) => (each.length > 2 ? '' : each))
}

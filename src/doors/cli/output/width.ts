/** Characters that take two columns of a terminal, and those that take none. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60]/u
const NONE = /[\p{Mn}\p{Me}\p{Cf}]/u

/** Columns that a text without control characters takes on a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += widthOfCharacter(character)
  return width
}

function widthOfCharacter(character: string): number {
  if (character <= '~') return 1
  if (NONE.test(character)) return 0
  return WIDE.test(character) ? 2 : 1
}

/** Pads the text with spaces to a width. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)))
}

/** Shortens the text to a width, with an ellipsis. */
export function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  let kept = ''
  let left = width - 1
  for (const character of text) {
    left -= widthOfCharacter(character)
    if (left < 0) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

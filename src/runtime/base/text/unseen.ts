/** Control characters, and those that turn the direction of a text: by them a name could look like another one. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** The text of one line without the characters that are not shown. */
export function withoutUnseen(line: string): string {
  return line.replace(unseen, '').trim()
}

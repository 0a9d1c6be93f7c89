/** Control characters, and those that change the direction of text: with them a name could look like another one. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** A one-line text without invisible characters. */
export function withoutUnseen(line: string): string {
  return line.replace(unseen, '').trim()
}

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

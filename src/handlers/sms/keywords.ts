/** What a message asks of the server itself. */
export type Keyword = 'stop' | 'start' | 'help'

/** The words that carriers and Twilio know: https://help.twilio.com/articles/223134027. */
const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['start', 'unstop', 'yes'].map((word) => [word, 'start'] as const),
  ...['help', 'info'].map((word) => [word, 'help'] as const),
])

/** Reads a message that is nothing but a keyword; undefined for any other. */
export function keywordIn(text: string): Keyword | undefined {
  if (text.length > 40) return undefined
  return keywords.get(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!]+$/, ''),
  )
}

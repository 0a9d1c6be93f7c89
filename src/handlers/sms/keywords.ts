/** A command to the server. */
export type Keyword = 'stop' | 'start' | 'help'

/** The words that carriers and Twilio know: https://help.twilio.com/articles/223134027. */
const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'optout', 'revoke'].map(
    (word) => [word, 'stop'] as const,
  ),
  ...['start', 'unstop', 'yes'].map((word) => [word, 'start'] as const),
  ...['help', 'info'].map((word) => [word, 'help'] as const),
])

/** The keyword that a message consists of; undefined for any other message. */
export function keywordIn(text: string): Keyword | undefined {
  if (text.length > 40) return undefined
  return keywords.get(
    text
      .trim()
      .toLowerCase()
      .replace(/[.!]+$/, ''),
  )
}

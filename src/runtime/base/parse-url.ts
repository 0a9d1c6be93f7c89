/** The URL that the text holds; undefined for text that holds none. */
export function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}

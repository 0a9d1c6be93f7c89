const plainAddress = /^https?:\/\/[!-~]+$/i

/**
 * A stored destination as the Location header carries it: printable ASCII, http or https. Undefined for anything else,
 * however it came into the database: a redirect must never run a script or open a file.
 */
export function locationOf(destination: string): string | undefined {
  if (plainAddress.test(destination)) return destination
  if (!URL.canParse(destination)) return undefined
  const { href } = new URL(destination)
  return plainAddress.test(href) ? href : undefined
}

/** Longer ones are cut off by proxies and browsers on the way. */
const maxLocation = 16 * 1024

/**
 * The destination with the query of the visit added to its own. What the destination already says stays as it is: a
 * parameter that it has itself is not taken from the visit. Parameters of the visit keep their order and repetitions and
 * stand before the destination's fragment. A query that would make the address longer than 16 KiB is left out.
 *
 * @param location what `locationOf` gave
 * @param query of the visit, without its question mark
 */
export function withQuery(location: string, query: string): string {
  if (query.length > maxLocation) return location
  const url = new URL(location)
  const own = new Set(url.searchParams.keys())
  const added = query.split('&').filter((pair) => pair !== '' && !own.has(nameOf(pair)))
  if (added.length === 0) return location
  // With its mark: of a text that begins with another one, it would be taken for the mark.
  url.search = `?${[url.search.slice(1), ...added].filter((part) => part !== '').join('&')}`
  return url.href.length > maxLocation ? location : url.href
}

function nameOf(pair: string): string {
  // A question mark at the very beginning would be taken for the mark before a query.
  const [name = ''] = new URLSearchParams(`&${pair}`).keys()
  return name
}

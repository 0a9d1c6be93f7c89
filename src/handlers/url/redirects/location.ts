const plainAddress = /^https?:\/\/[!-~]+$/i

/**
 * A stored destination as the value of a Location header: printable ASCII, http or https. Undefined for anything else that may
 * be in the database: a redirect must never run a script or open a file.
 */
export function locationOf(destination: string): string | undefined {
  if (plainAddress.test(destination)) return destination
  if (!URL.canParse(destination)) return undefined
  const { href } = new URL(destination)
  return plainAddress.test(href) ? href : undefined
}

/** Proxies and browsers cut off longer ones. */
const maxLocation = 16 * 1024

/**
 * Appends the query of the visit to that of the destination. Parameters that the destination already has are not forwarded; the
 * others keep their order and repetitions and precede the destination's fragment. A query that would make the address longer
 * than 16 KiB is omitted.
 *
 * @param location a result of `locationOf`
 * @param query of the visit, without its question mark
 */
export function withQuery(location: string, query: string): string {
  if (query.length > maxLocation) return location
  const url = new URL(location)
  const own = new Set(url.searchParams.keys())
  const added = query.split('&').filter((pair) => pair !== '' && !own.has(nameOf(pair)))
  if (added.length === 0) return location
  // The setter would remove a question mark at the beginning of the query itself.
  url.search = `?${[url.search.slice(1), ...added].filter((part) => part !== '').join('&')}`
  return url.href.length > maxLocation ? location : url.href
}

function nameOf(pair: string): string {
  // A leading question mark would be dropped as the start of a query.
  const [name = ''] = new URLSearchParams(`&${pair}`).keys()
  return name
}

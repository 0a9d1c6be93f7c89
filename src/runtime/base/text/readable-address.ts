import { domainToUnicode } from 'node:url'

/** The address as people read it, for the search index: without percent-encoding, host names in their own script. */
export function readableAddress(address: string): string {
  const url = new URL(address)
  const rest = `${url.pathname}${url.search}`
  return `${domainToUnicode(url.hostname) || url.hostname}${decoded(rest)}`
}

/** Leaves percent-encoding that is not UTF-8 unchanged. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text).replaceAll('\0', ' ')
  } catch {
    return text
  }
}

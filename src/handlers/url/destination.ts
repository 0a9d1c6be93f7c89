import { invalidArgument } from '#runtime/base/errors.ts'
import { readWebAddress } from '#runtime/base/web-address.ts'
import type { OwnAddresses } from './own-addresses.ts'

export const maxDestinationLength = 8192

/** Also allows underscores, which some names have, and IPv6 addresses in brackets. */
const host = /^(?:(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?|\[[0-9a-f:.]+\])$/

/**
 * Normalizes a long address: scheme and host in lower case, and all characters that RFC 3986 does not allow percent-encoded. The
 * fragment stays. Normalizing the result again changes nothing.
 *
 * @throws ApiError invalid_argument for anything that is not a web address, contains a user name or password, or is a short
 * link of this instance: links to links hide where they lead, and could form a loop
 */
export function readDestination(text: string, own: OwnAddresses): string {
  const trimmed = text.trim()
  if (trimmed.length > maxDestinationLength)
    throw invalidDestination(`must have at most ${maxDestinationLength} characters`)
  const url = readWebAddress('destinationURL', trimmed)
  if (!host.test(url.hostname)) throw invalidDestination('has a host name that no website can have')
  if (own.isShort(url)) throw invalidDestination('is a short link on this instance; use its destination')
  const destination = url.origin + onlyAllowed(url.href.slice(url.origin.length))
  if (destination.length > maxDestinationLength) {
    throw invalidDestination(`must have at most ${maxDestinationLength} characters when it is percent-encoded`)
  }
  return destination
}

/** Path, query and fragment, with the remaining forbidden characters (RFC 3986, appendix A) encoded. */
function onlyAllowed(rest: string): string {
  const fragmentAt = rest.indexOf('#')
  const [before, fragment] = fragmentAt < 0 ? [rest, ''] : [rest.slice(0, fragmentAt), rest.slice(fragmentAt + 1)]
  const encode = (part: string) =>
    part.replace(/%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/gi, (character) => encodeURIComponent(character))
  return fragmentAt < 0 ? encode(before) : `${encode(before)}#${encode(fragment)}`
}

function invalidDestination(message: string) {
  return invalidArgument('destinationURL', message)
}

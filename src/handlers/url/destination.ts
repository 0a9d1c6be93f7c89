import { invalid } from './invalid.ts'
import type { OwnAddresses } from './own-addresses.ts'

export const maxDestinationLength = 8192

const controlCharacter = /\p{Cc}/u
const hostName = /^(?:(?:[a-z0-9_-]+\.)*[a-z0-9_-]+\.?|\[[0-9a-f:.]+\])$/

/**
 * A long address as it is stored and answered, in one spelling: scheme and host in small letters, other scripts and whatever
 * RFC 3986 does not allow percent-encoded. Its fragment stays. Reading the result again gives the same.
 *
 * @throws ApiError invalid_argument for anything that is not a web address, holds a user name or password, or is itself a
 * short address of this instance: links that lead to links hide where they lead, and could lead in a circle
 */
export function readDestination(text: string, own: OwnAddresses): string {
  const trimmed = text.trim()
  if (trimmed.length > maxDestinationLength) throw refused(`must have at most ${maxDestinationLength} characters`)
  // The URL standard drops tabs and line ends without a word, so that "java\nscript:" and the like become something else.
  if (controlCharacter.test(trimmed)) throw refused('must not hold tabs, line ends or other control characters')
  if (!URL.canParse(trimmed)) {
    throw refused('is not an address; write it in full, such as https://example.org/page')
  }
  const url = new URL(trimmed)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refused('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') {
    throw refused('must not hold a user name or password; leave out what stands before the @')
  }
  if (!hostName.test(url.hostname)) throw refused('has a host that no web site can have')
  if (own.isShort(url)) throw refused('is a short link of this instance; give the address that it leads to')
  const destination = url.origin + onlyAllowed(url.href.slice(url.origin.length))
  if (destination.length > maxDestinationLength) {
    throw refused(`must have at most ${maxDestinationLength} characters when it is percent-encoded`)
  }
  return destination
}

/** Path, query and fragment with what is left of characters that an address may not hold (RFC 3986, appendix A). */
function onlyAllowed(rest: string): string {
  const fragmentAt = rest.indexOf('#')
  const [before, fragment] = fragmentAt < 0 ? [rest, ''] : [rest.slice(0, fragmentAt), rest.slice(fragmentAt + 1)]
  const encode = (part: string) =>
    part.replace(/%(?![0-9a-f]{2})|[^\w.~:/?@!$&'()*+,;=%-]/gi, (character) => encodeURIComponent(character))
  return fragmentAt < 0 ? encode(before) : `${encode(before)}#${encode(fragment)}`
}

function refused(message: string) {
  return invalid('destinationURL', message)
}

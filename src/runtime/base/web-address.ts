import { invalidArgument } from './errors.ts'

const controlCharacter = /\p{Cc}/u

/**
 * Parses the address of a web page that a caller sent: http or https, with a host, without user name and password.
 *
 * @param path of the argument, for the error
 * @throws ApiError invalid_argument
 */
export function readWebAddress(path: string, text: string): URL {
  const trimmed = text.trim()
  // The URL standard silently drops tabs and line ends, so that "java\nscript:" and the like would become something else.
  if (controlCharacter.test(trimmed)) {
    throw invalidArgument(path, 'must not contain tabs, line ends or other control characters')
  }
  if (!URL.canParse(trimmed)) {
    throw invalidArgument(path, 'is not an address; write the full address, such as https://example.org/page')
  }
  const url = new URL(trimmed)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidArgument(path, 'must begin with http:// or https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidArgument(path, 'must not contain a user name or password; omit the part before the @')
  }
  return url
}

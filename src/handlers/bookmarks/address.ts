import { createHash } from 'node:crypto'
import { ApiError } from '../../runtime/base/errors.ts'

/** An address as it is saved. */
export interface Address {
  /** The address without its fragment, in the one spelling that the URL standard gives it. */
  readonly url: string
  /** Two addresses are the same item when these are equal: hex SHA-256 of `url`, short enough for any index. */
  readonly key: string
  /** Host, with its port where that is unusual. */
  readonly host: string
}

const CONTROL_CHARACTER = /\p{Cc}/u

/**
 * Reads an address that a caller wants to save. Scheme and host are put in lower case and the fragment is dropped; path and query stay.
 *
 * @throws ApiError invalid_argument for another scheme than http or https, a missing host, a user name or password, control characters
 */
export function readAddress(text: string): Address {
  const trimmed = text.trim()
  // The URL standard drops tabs and line ends without a word, so that "java\nscript:" and the like become something else.
  if (CONTROL_CHARACTER.test(trimmed)) throw unusable('must not hold tabs, line ends or other control characters')
  if (!URL.canParse(trimmed)) throw unusable('is not an address; write it in full, such as https://example.org/page')
  const url = new URL(trimmed)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw unusable('must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') {
    throw unusable('must not hold a user name or password; leave out what stands before the @')
  }
  url.hash = ''
  const { href } = url
  return { url: href, key: createHash('sha256').update(href).digest('hex'), host: url.host }
}

function unusable(message: string): ApiError {
  return new ApiError('invalid_argument', `url ${message}.`, { details: [{ path: 'url', message }] })
}

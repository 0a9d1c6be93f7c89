import { createHash } from 'node:crypto'
import { readWebAddress } from '../../runtime/base/web-address.ts'

/** An address in the form in which it is saved. */
export interface Address {
  /** The address without its fragment, as the URL standard serializes it. */
  readonly url: string
  /** Equal for addresses of the same item: hex SHA-256 of `url`, short enough for any index. */
  readonly key: string
  /** Host, with its port unless it is the default one. */
  readonly host: string
}

/**
 * Reads an address that a caller wants to save. Scheme and host are put in lower case and the fragment is dropped; path and query stay.
 *
 * @throws ApiError invalid_argument for another scheme than http or https, a missing host, a user name or password, control characters
 */
export function readAddress(text: string): Address {
  const url = readWebAddress('url', text)
  url.hash = ''
  const { href } = url
  return { url: href, key: createHash('sha256').update(href).digest('hex'), host: url.host }
}

/**
 * The value of a cookie.
 *
 * @param header the Cookie header as received
 * @returns undefined if it is missing; the empty text if it has several values, because a neighbour on the same domain may
 *   have planted one of them and nobody can know which
 */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  if (header === undefined) return undefined
  let found: string | undefined
  for (const part of header.split(';')) {
    const equals = part.indexOf('=')
    if (equals < 0 || part.slice(0, equals).trim() !== name) continue
    const value = part.slice(equals + 1).trim()
    if (found !== undefined && found !== value) return ''
    found = value
  }
  return found
}

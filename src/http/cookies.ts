/**
 * The value of a cookie.
 *
 * @param header the Cookie header as it came
 * @returns undefined where it is not there; text that no cookie of ours holds where it is there with several values, because
 *   one of them may have been planted by a neighbour on the same domain and it is impossible to know which
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

import { OAuthError } from './oauth-error.ts'

const maxLength = 4096

/**
 * Reads parameters according to RFC 6749 (3.1, 3.2): none may be repeated, and unknown ones are ignored.
 *
 * @param names the parameters to read
 * @throws OAuthError invalid_request
 */
export function readParameters(values: URLSearchParams, names: readonly string[]) {
  for (const name of names) {
    const given = values.getAll(name)
    if (given.length > 1 && name !== 'resource') throw refused(`The ${name} parameter is given more than once.`)
    if (given.some((value) => value.length > maxLength)) {
      throw refused(`The ${name} parameter is longer than ${maxLength} characters.`)
    }
    if (given.some((value) => value.includes('\0')))
      throw refused(`The ${name} parameter contains the character U+0000.`)
  }
  const get = (name: string) => {
    if (!names.includes(name)) throw new Error(`${name} is not one of the parameters that are read`)
    return values.get(name) || undefined
  }
  return {
    /** The value; undefined if it is absent or empty, which OAuth treats the same. */
    get,
    /** The value. @throws OAuthError invalid_request if it is absent */
    need(name: string): string {
      const value = get(name)
      if (value === undefined) throw refused(`The ${name} parameter is missing.`)
      return value
    },
    /** The values of the one parameter that may be repeated, `resource` (RFC 8707). */
    all: (name: string) => values.getAll(name).filter((value) => value !== ''),
  }
}

/** The parameters of a request, from its query or its form. */
export type Parameters = ReturnType<typeof readParameters>

function refused(message: string): OAuthError {
  return new OAuthError('invalid_request', message)
}

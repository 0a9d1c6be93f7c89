import { ApiError } from '../base/errors.ts'

/** RFC 6750: the scheme in any case, one or more spaces, one token and nothing else. */
const BEARER = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

const HOW = 'Send exactly one "Authorization: Bearer <token>" header, or none.'

/**
 * Parses the credential of an Authorization header. An unusable header is rejected, never ignored: the caller meant to
 * authenticate, and treating the call as anonymous (or as that of a cookie's owner) would hide the mistake.
 *
 * @param header the header's value, or all of its values if the door has them separately; undefined if there is no header
 * @returns the token as sent, not checked further; undefined if there is no header
 * @throws ApiError unauthenticated; the message never repeats the header, which may be a mistyped token
 */
export function parseAuthorization(header: string | readonly string[] | undefined): string | undefined {
  const values = typeof header === 'string' ? [header] : (header ?? [])
  if (values.length === 0) return undefined
  if (values.length > 1) throw refused('There are several Authorization headers.')
  const value = (values[0] as string).replace(/^[ \t]+|[ \t]+$/g, '')
  if (value === '') throw refused('The Authorization header is empty.')
  const match = BEARER.exec(value)
  if (match) return match[1]
  if (/^Bearer$/i.test(value)) throw refused('The Authorization header has no token.')
  if (/^Bearer\s/i.test(value))
    throw refused('The Authorization header must contain exactly one token and nothing else.')
  throw refused('The Authorization header does not use the Bearer scheme.')
}

function refused(problem: string): ApiError {
  return new ApiError('unauthenticated', `${problem} ${HOW}`)
}

import { randomBytes } from 'node:crypto'

const acceptable = /^[A-Za-z0-9._-]{1,64}$/

/** A random prefix for the process and a counter: unique without new randomness in every call. */
const processPart = randomBytes(9).toString('base64url')
let count = 0

/** The id of a request: the client's own where it is well-formed, otherwise a new one. */
export function requestIdOf(given: string | string[] | undefined): string {
  if (typeof given === 'string' && acceptable.test(given)) return given
  count += 1
  return `${processPart}.${count.toString(36)}`
}

import { ApiError } from '../base/errors.ts'
import { once } from '../base/once.ts'
import { onHashingThread } from './hashing.ts'
import { newSecret } from './secrets.ts'

const MIN_PASSWORD_LENGTH = 10
/** Enough for any passphrase; without a bound a caller could make the server hash megabytes. */
export const maxPasswordBytes = 1024

/**
 * The form in which a password is measured, hashed and compared. One keyboard sends an accented letter composed, another as
 * letter and accent; the person typed the same password (RFC 8265, OpaqueString).
 */
function prepared(password: string): string {
  return password.normalize('NFC')
}

/**
 * Rejects a password that is too short or too long.
 *
 * @throws ApiError invalid_argument naming the rule
 */
export function checkPassword(password: string): void {
  const text = prepared(password)
  if ([...text].length < MIN_PASSWORD_LENGTH) throw refused(`must have at least ${MIN_PASSWORD_LENGTH} characters`)
  if (Buffer.byteLength(text) > maxPasswordBytes) throw refused(`must be at most ${maxPasswordBytes} bytes long`)
}

function refused(problem: string): ApiError {
  const details = [{ path: 'password', message: problem }]
  return new ApiError('invalid_argument', `The password ${problem}.`, { details })
}

/**
 * @returns the hash with its parameters and salt, in PHC form
 * @throws ApiError invalid_argument if the password is too short or too long
 */
export async function hashPassword(password: string): Promise<string> {
  checkPassword(password)
  return (await onHashingThread({ password: prepared(password) })) as string
}

const dummyHash = once(() => hashPassword(newSecret()))

/**
 * Whether the password is right. For an account that does not exist or has no password, the same work is done with a hash that
 * no password matches, so that the response time does not reveal which usernames exist.
 *
 * @param passwordHash the stored hash; undefined or null if there is no such account or it has no password
 */
export async function verifyPassword(passwordHash: string | null | undefined, password: string): Promise<boolean> {
  // The maximum length is public: rejecting early reveals nothing about the account.
  if (Buffer.byteLength(password) > maxPasswordBytes * 4) return false
  const stored = passwordHash || (await dummyHash())
  const isRight = await onHashingThread({ password: prepared(password), stored })
  return isRight === true && Boolean(passwordHash)
}

import { createHmac, randomBytes } from 'node:crypto'

/** The prefixes of secrets for this server: a token, and the keys and codes of programs that sign in. */
export type SecretPrefix = 'od_' | 'oda_' | 'odf_' | 'odc_'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ACCESS_KEY = /^oda_[0-9A-Za-z]{43}$/

/** The prefix and 256 random bits in base 62: no character that ends a word, so a double click selects all of it. */
export function newTokenSecret(prefix: SecretPrefix): string {
  return secretOf(prefix, randomBytes(32))
}

/**
 * The secret that follows another one: the same each time for the same salt, and unknown to anyone who has only the
 * secret, or only the database with the salt.
 */
export function nextTokenSecret(prefix: SecretPrefix, secret: string, salt: string): string {
  return secretOf(prefix, createHmac('sha256', secret).update(salt).digest())
}

function secretOf(prefix: SecretPrefix, bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < 43; digit++) {
    text += BASE62[Number(rest % 62n)]
    rest /= 62n
  }
  return `${prefix}${text}`
}

/** Whether a secret has the form of the access tokens that programs get when they sign in. */
export function isAccessKey(secret: string): boolean {
  return ACCESS_KEY.test(secret)
}

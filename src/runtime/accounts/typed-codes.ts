import { randomBytes } from 'node:crypto'

/** Crockford's base 32, which has no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const characters = 16

/**
 * A code that a person types: 80 random bits, so that its plain hash can be stored.
 *
 * @returns 16 characters in groups of four: `7KQ2-0XJP-…`
 */
export function newCode(): string {
  const bits = [...randomBytes(10)].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const text = bits.replaceAll(/.{5}/g, (five) => alphabet[Number.parseInt(five, 2)] as string)
  return text.replaceAll(/.{4}(?!$)/g, '$&-')
}

/** The code in a typed text, in the form of `newCode`; undefined for any other text. Case, spaces and hyphens do not count. */
export function codeIn(typed: string): string | undefined {
  const text = typed
    .slice(0, 4 * characters)
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  if (text.length !== characters || [...text].some((each) => !alphabet.includes(each))) return undefined
  return text.replaceAll(/.{4}(?!$)/g, '$&-')
}

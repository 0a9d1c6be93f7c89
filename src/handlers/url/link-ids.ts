import { randomBytes } from 'node:crypto'
import { invalidArgument } from '#runtime/base/errors.ts'
import { isReserved } from './reserved.ts'

/**
 * Digits and letters without those that are easily confused (0 O o, 1 l I i), and without vowels, so that no word appears
 * by chance.
 */
export const idAlphabet = '23456789bcdfghjkmnpqrstvwxzBCDFGHJKLMNPQRSTVWXYZ'

/** 48^9 is about 50 bits: among a million links, guessing finds one after a thousand million tries. */
const idLength = 9

/** The largest multiple of the alphabet's length that a byte can hold: bytes above it would make some letters more likely. */
const fairBytes = 256 - (256 % idAlphabet.length)

/** A new unpredictable id. Whether it is taken, only the database knows. */
export function generatedId(): string {
  let id = ''
  while (id.length < idLength) {
    for (const byte of randomBytes(2 * idLength)) {
      if (byte < fairBytes && id.length < idLength) id += idAlphabet[byte % idAlphabet.length]
    }
  }
  return id
}

const chosen = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Checks an id that a caller chose and returns it unchanged.
 *
 * @throws ApiError invalid_argument where it is not 1 to 64 letters, digits, underscores and dashes, or is a word that this
 * instance reserves
 */
export function checkedId(id: string): string {
  if (id.length > 64) throw invalidArgument('id', 'must have at most 64 characters')
  if (!chosen.test(id)) throw invalidArgument('id', 'must be letters, digits, underscores and dashes')
  if (isReserved(id)) throw invalidArgument('id', 'is a reserved word; choose another')
  return id
}

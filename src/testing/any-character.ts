import fc from 'fast-check'

/** Half of a surrogate pair: not a character alone. */
const surrogates = { from: 0xd800, count: 0x800 }
const count = 0x110000 - surrogates.count

/**
 * Every character of Unicode, for `fc.string({ unit: anyCharacter })`: the strings of fast-check's unit `binary`. That
 * one first lists all million characters, which takes a second in each worker and stays in memory until it ends.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.integer({ min: 0, max: count - 1 }).map(
  (index) => String.fromCodePoint(index < surrogates.from ? index : index + surrogates.count),
  (character) => {
    const [only, ...others] = typeof character === 'string' ? character : ''
    const code = only?.codePointAt(0)
    if (code === undefined || others.length > 0 || !String(character).isWellFormed())
      throw new Error('This is not one character')
    return code < surrogates.from ? code : code - surrogates.count
  },
)

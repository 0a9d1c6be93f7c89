import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPatterns, findPhone, findText } from './find-text.ts'

/** What `like ... escape '\'` does, for the property below. */
function like(pattern: string, text: string): boolean {
  const source = pattern.replace(/\\(.)|./gsu, (part, escaped?: string) => {
    if (part === '%') return '.*'
    if (part === '_') return '.'
    return (escaped ?? part).replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
  })
  return new RegExp(`^${source}$`, 'su').test(text)
}

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => findText(text) !== '')

describe('what a contact is found by', () => {
  test('case and accents do not count', () => {
    expect(findText('  ZOË   Lindqvist ')).toBe('zoe lindqvist')
    expect(findText('Ørsted')).toBe(findText('orsted'))
  })

  test('a telephone number is found whatever stands between its digits', () => {
    expect(findPhone('+44 (0)7700 900-123')).toBe('+4407700900123')
    expect(findPatterns('7700/900 123').phone).toBe('%7700900123%')
  })

  test('a name is not taken for a telephone number', () => {
    expect(findPatterns('Unit 7').phone).toBeUndefined()
  })

  test('wildcards in a query are plain characters', () => {
    expect(findPatterns('50%_\\').text).toBe('%50\\%\\_\\\\%')
  })

  test('the whole of a text and nothing else than a part of it is found', () => {
    fc.assert(
      fc.property(words, words, (name, query) => {
        expect(like(findPatterns(name).text, findText(name))).toBe(true)
        expect(like(findPatterns(query).text, findText(name))).toBe(findText(name).includes(findText(query)))
      }),
    )
  })
})

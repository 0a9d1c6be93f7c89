import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { quote, truncate } from './quote.ts'

describe('a truncated text', () => {
  test('is the text itself if that is short enough', () => {
    expect([truncate('heron', 5), truncate('', 5)]).toEqual(['heron', ''])
  })

  test('is cut between characters and says so', () => {
    expect([truncate('herons', 5), truncate('four🪶🪶', 5)]).toEqual(['heron…', 'four🪶…'])
  })

  test('is never longer than the maximum, and well-formed if the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.integer({ min: 1, max: 20 }), (text, maxLength) => {
        const cut = truncate(text, maxLength)
        expect([...cut].length).toBeLessThanOrEqual(maxLength + 1)
        expect(cut.isWellFormed()).toBe(true)
        expect(text.startsWith(cut.replace(/…$/, ''))).toBe(true)
      }),
    )
  })
})

test('a quoted text shows invisible characters, and has a readable length', () => {
  expect(quote('a"\n\u0000b')).toBe('"a\\"\\n\\u0000b"')
  expect(quote('x'.repeat(1000))).toBe(`"${'x'.repeat(64)}…"`)
  expect([quote('a"b\n'), quote('x'.repeat(65)), quote('heron', 3)]).toEqual([
    '"a\\"b\\n"',
    `"${'x'.repeat(64)}…"`,
    '"her…"',
  ])
})

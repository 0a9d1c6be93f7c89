import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from './any-character.ts'

test('strings of any character are those that have no half of a pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(text.isWellFormed()).toBe(true)
    }),
  )
  const text = fc.string({ unit: anyCharacter, maxLength: 200 })
  for (const each of ['', 'a', '\0', '\ud7ff', '\ue000', '\u{10ffff}', 'ferry ⛴ \u{1f6a2}'])
    expect([each, text.canShrinkWithoutContext(each)]).toEqual([each, true])
  for (const each of ['\ud800', 'a\udfff', 7]) expect([each, text.canShrinkWithoutContext(each)]).toEqual([each, false])
})

test('strings of any character are sometimes the names of built-in properties of objects', () => {
  const found = fc.sample(fc.string({ unit: anyCharacter }), { numRuns: 20_000, seed: 7 })
  expect(found.filter((text) => text.includes('__proto__')).length).toBeGreaterThan(0)
})

test('each character is one of the first and one of the last as well', () => {
  const found = new Set(fc.sample(anyCharacter, { numRuns: 2000, seed: 7 }))
  expect(found).toContain('\0')
  expect(found).toContain('\u{10ffff}')
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { joinTags, parseTags, splitTags } from './tags.ts'

describe('tags', () => {
  test.each([
    ['birds, river', ['birds', 'river']],
    [' Birds ,, river,BIRDS,  ,Río', ['Birds', 'river', 'Río']],
    ['mill pond,mill  pond', ['mill pond']],
    ['鳥,川', ['鳥', '川']],
  ])('%j are %j', (text, tags) => {
    expect(parseTags(text)).toEqual(tags)
  })

  test('are rejected if there are only commas', () => {
    expect(() => parseTags(' , ,')).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
  })

  test('are trimmed, without repeats, and the same after storing', () => {
    const text = fc
      .string({ unit: fc.constantFrom('a', 'A', 'ß', 'é', ',', ' ', '\n', '鳥', '#'), minLength: 1 })
      .filter((value) => /[^,\s]/u.test(value))
    fc.assert(
      fc.property(text, (value) => {
        const tags = parseTags(value)
        expect(splitTags(joinTags(tags))).toEqual(tags)
        expect(parseTags(joinTags(tags))).toEqual(tags)
        expect(tags.every((tag) => tag === tag.trim() && tag.length > 0)).toBe(true)
        expect(new Set(tags.map((tag) => tag.toUpperCase())).size).toBe(tags.length)
      }),
    )
  })

  test('that were never set are an empty list', () => {
    expect(splitTags(joinTags([]))).toEqual([])
  })
})

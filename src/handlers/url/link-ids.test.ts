import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '#runtime/base/errors.ts'
import { apiDocument } from '#runtime/base/openapi.ts'
import { anyCharacter } from '#testing/any-character.ts'
import { checkedId, generatedId, idAlphabet, isReserved } from './link-ids.ts'

const isTaken = (id: string) => {
  try {
    return checkedId(id) === id
  } catch (error) {
    if (error instanceof ApiError && error.code === 'invalid_argument') return false
    throw error
  }
}

describe('a chosen id', () => {
  test.each(['winter-ferry', 'Winter_2026', '7', '-', 'x'.repeat(64), 'documents'])('%s is accepted', (id) => {
    expect(checkedId(id)).toBe(id)
  })

  test.each([
    ['', 'must contain only letters'],
    ['winter ferry', 'must contain only letters'],
    ['winter\n', 'must contain only letters'],
    ['winter/ferry', 'must contain only letters'],
    ['..', 'must contain only letters'],
    ['wínter', 'must contain only letters'],
    ['а', 'must contain only letters'],
    ['%41', 'must contain only letters'],
    ['x'.repeat(65), 'must have at most 64 characters'],
    ['login', 'is a reserved word'],
    ['LOGIN', 'is a reserved word'],
    ['log-in', 'is a reserved word'],
    ['_admin_', 'is a reserved word'],
    ['api', 'is a reserved word'],
    ['static', 'is a reserved word'],
  ])('%j is rejected', (id, message) => {
    expect(() => checkedId(id)).toThrow(message)
  })

  test('contains only letters, digits, underscores and dashes, from its first character to its last', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: anyCharacter }), fc.stringMatching(/^[\w-]{0,70}\s?$/)),
        (id) => {
          const isWellFormed = id.length >= 1 && id.length <= 64 && [...id].every((each) => /[A-Za-z0-9_-]/.test(each))
          expect(isTaken(id)).toBe(isWellFormed && !isReserved(id))
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is not the first segment of any path of this server', async () => {
    const { paths } = await apiDocument()
    const places = [...new Set(Object.keys(paths).map((path) => path.split('/')[1]?.split('.')[0] ?? ''))]
    const free = places.filter((place) => /^[A-Za-z0-9_-]+$/.test(place) && !isReserved(place))
    expect(free).toEqual([])
    expect(places.length).toBeGreaterThan(10)
  })
})

describe('a generated id', () => {
  test('is nine letters and digits that are not easily confused, and never repeats', () => {
    const ids = Array.from({ length: 5000 }, generatedId)
    expect(ids.every((id) => id.length === 9 && [...id].every((each) => idAlphabet.includes(each)))).toBe(true)
    expect(idAlphabet).not.toMatch(/[0Oo1lIiAaEeUu]/)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every(isTaken)).toBe(true)
  })

  test('uses all letters of its alphabet equally often at every position', () => {
    const samples = 20_000
    const expected = samples / idAlphabet.length
    const counts = new Map<string, number>()
    for (let sample = 0; sample < samples; sample++) {
      const id = generatedId()
      for (const place of [0, 8]) counts.set(`${place}${id[place]}`, (counts.get(`${place}${id[place]}`) ?? 0) + 1)
    }
    expect(counts.size).toBe(2 * idAlphabet.length)
    // Seven standard deviations: it does not happen by chance.
    for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(7 * Math.sqrt(expected))
  })
})

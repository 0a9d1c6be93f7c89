import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeBase32, isId, newId } from './ids.ts'

const bytes16 = fc.uint8Array({ minLength: 16, maxLength: 16 })

describe('ids', () => {
  test('have their prefix and 26 characters that cannot be misread', () => {
    expect(newId('note')).toMatch(/^note_[0-7][0-9a-hjkmnp-tv-z]{25}$/)
  })

  test('sort in the order of creation, also within one millisecond', () => {
    const made = Array.from({ length: 5000 }, () => newId('note'))
    expect([...made].sort()).toEqual(made)
    expect(new Set(made).size).toBe(made.length)
  })

  test('begin with the time of their creation', () => {
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
    const before = Date.now()
    const body = newId('note').slice('note_'.length)
    const value = [...body].reduce((sum, char) => sum * 32n + BigInt(alphabet.indexOf(char)), 0n)
    const madeAt = Number(value >> 80n)
    expect(madeAt).toBeGreaterThanOrEqual(before)
    expect(madeAt).toBeLessThanOrEqual(Date.now() + 1)
  })

  test('are recognised for their own prefix only', () => {
    const id = newId('note')
    expect(isId('note', id)).toBe(true)
    expect(isId('no', id)).toBe(false)
    expect(isId('notes', id)).toBe(false)
    expect(isId('task', id)).toBe(false)
  })

  test.each([
    ['', 'empty'],
    ['note_', 'no body'],
    [`note_${'0'.repeat(25)}`, 'too short'],
    [`note_${'0'.repeat(27)}`, 'too long'],
    [`note_8${'0'.repeat(25)}`, 'more than 128 bits'],
    [`note_0${'A'.repeat(25)}`, 'upper case'],
    [`note_0${'l'.repeat(25)}`, 'a letter Crockford leaves out'],
    [`note_0${'0'.repeat(24)}\n`, 'line end'],
    [`Note_0${'0'.repeat(25)}`, 'prefix in upper case'],
  ])('%j is not an id: %s', (text) => {
    expect(isId('note', text)).toBe(false)
  })
})

describe('base 32', () => {
  test('keeps the order of the bytes and loses nothing', () => {
    fc.assert(
      fc.property(bytes16, bytes16, (a, b) => {
        const order = Math.sign(Buffer.compare(a, b))
        const [left, right] = [encodeBase32(a), encodeBase32(b)]
        return (left < right ? -1 : left > right ? 1 : 0) === order
      }),
    )
  })

  test('always returns text that isId accepts', () => {
    fc.assert(fc.property(bytes16, (bytes) => isId('x', `x_${encodeBase32(bytes)}`)))
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError } from '../base/errors.ts'
import { parseAuthorization } from './authorization.ts'

describe('the Authorization header', () => {
  test('can be missing', () => {
    expect(parseAuthorization(undefined)).toBeUndefined()
    expect(parseAuthorization([])).toBeUndefined()
  })

  test.each(['Bearer od_x', 'bearer od_x', 'BEARER   od_x', ' Bearer od_x\t'])('%j has a token', (header) => {
    expect(parseAuthorization(header)).toBe('od_x')
    expect(parseAuthorization([header])).toBe('od_x')
  })

  test.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['Bearer', 'has no token'],
    ['Bearer ', 'has no token'],
    ['Bearer a b', 'exactly one token'],
    ['Bearer a, Bearer b', 'exactly one token'],
    ['Bearer a,b', 'exactly one token'],
    ['Bearer "a"', 'exactly one token'],
    ['Bearer ä', 'exactly one token'],
    ['Bearer\ta', 'exactly one token'],
    ['Basic YWxpY2U6cGFzcw==', 'not use the Bearer scheme'],
    ['od_x', 'not use the Bearer scheme'],
    ['Token od_x', 'not use the Bearer scheme'],
    ['Bearerod_x', 'not use the Bearer scheme'],
  ])('%j is rejected: it %s', (header, problem) => {
    expect(() => parseAuthorization(header)).toThrow(problem)
  })

  test('must not be repeated, even with the same token', () => {
    expect(() => parseAuthorization(['Bearer a', 'Bearer a'])).toThrow('several Authorization headers')
  })

  test('never makes the caller anonymous, and is not repeated in the response', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string({ minLength: 12 }).map((text) => `Bearer ${text}`),
        ),
        (header) => {
          try {
            expect(parseAuthorization(header)).toMatch(/^[A-Za-z0-9._~+/-]+=*$/)
          } catch (error) {
            if (!(error instanceof ApiError)) throw error
            expect(error.code).toBe('unauthenticated')
            if (header.trim().length > 20) expect(error.message).not.toContain(header.trim())
          }
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createCsrf } from './csrf.ts'

const csrf = createCsrf('a key')

test('a token is valid for its purpose, also after a restart with the same key', () => {
  fc.assert(
    fc.property(fc.string(), (binding) => {
      expect(createCsrf('a key').matches(binding, csrf.tokenFor(binding))).toBe(true)
    }),
  )
})

test('a token is valid for nothing else, and not with another key', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      fc.pre(one !== other)
      expect(csrf.matches(one, csrf.tokenFor(other))).toBe(false)
      expect(csrf.matches(one, createCsrf('another key').tokenFor(one))).toBe(false)
    }),
  )
})

test('an invalid token is never accepted', () => {
  for (const text of [undefined, '', 'x', '='.repeat(43), 'A'.repeat(43), 'A'.repeat(4300)])
    expect(csrf.matches('session_1', text)).toBe(false)
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(csrf.matches('session_1', text)).toBe(false)
    }),
  )
})

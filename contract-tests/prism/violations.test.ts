import { expect, test } from 'vitest'
import { checkViolations } from './violations.ts'

test('a fault of a response always fails, a fault of a call only when the call succeeded', () => {
  const found = (part: string) => JSON.stringify([{ location: [part, 'body'], message: 'must be string' }])
  const check = (status: number, violations?: string) => () =>
    checkViolations('notes.add', { status, headers: new Headers(violations ? { 'sl-violations': violations } : {}) })
  expect(check(200)).not.toThrow()
  expect(check(400, found('request'))).not.toThrow()
  expect(check(200, found('request'))).toThrow('must be string')
  expect(check(200, found('response'))).toThrow('must be string')
  expect(check(400, found('response'))).toThrow('notes.add returned 400')
})

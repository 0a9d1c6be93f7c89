import { expect, test } from 'vitest'
import type { Schema } from '#runtime/base/openapi.ts'
import { sampleDocument } from '../sample-document.ts'
import { patternMessages } from './pattern-messages.ts'

function written(line: Schema, note: Schema = {}): string {
  const document = sampleDocument()
  Object.assign(document.components.schemas.Line ?? {}, line)
  Object.assign(document.components.schemas.Booking?.properties?.note ?? {}, note)
  return patternMessages(document)
}

test('the message of a pattern is beside it, even for a nested part of an argument', () => {
  expect(written({ pattern: '\\S', 'x-pattern-message': 'must not be blank' })).toContain(
    '  "\\\\S": "must not be blank",\n',
  )
})

test('a pattern without a message, which callers would be shown as it is, fails the build', () => {
  expect(() => written({ pattern: '^[A-Z]+$' })).toThrow('ferries.find: give @pattern(^[A-Z]+$) a message')
})

test('one pattern with two messages fails the build: a validator could not know which is meant', () => {
  const one = { pattern: '^[A-Z]+$', 'x-pattern-message': 'must be capital letters' }
  expect(() => written(one, { ...one, 'x-pattern-message': 'must be a port' })).toThrow('elsewhere')
  expect(() => written(one, one)).not.toThrow()
})

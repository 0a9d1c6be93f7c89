import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '../../runtime/base/errors.ts'
import { documented } from './documented.ts'
import { preferenceOf, responseFor } from './prefer.ts'

test('a preference is read as Prism reads it, among others and quoted', () => {
  expect(preferenceOf('code=429')).toMatchObject({ status: 429 })
  expect(preferenceOf('respond-async, code=400 , example="not_found"; x=1')).toEqual({
    status: 400,
    example: 'not_found',
  })
  expect(preferenceOf(['code=400', 'example=not_found'])).toEqual({ status: 400, example: 'not_found' })
  expect(preferenceOf('handling="a, code=500", Example=x')).toEqual({ status: undefined, example: 'x' })
  expect(preferenceOf('code=400, code=500')).toMatchObject({ status: 400 })
  expect(preferenceOf('return=minimal, dynamic=true')).toBeUndefined()
  expect(() => preferenceOf('code=many')).toThrow('must have a status')
})

test('no header makes reading fail in another way, and what is written is read back', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), (header) => {
      try {
        preferenceOf(header)
      } catch (failure) {
        expect(failure).toBeInstanceOf(ApiError)
      }
    }),
  )
  const name = fc.stringMatching(/^[a-zA-Z_, ="\\]{1,30}$/)
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), name, (status, example) => {
      const quoted = `"${example.replace(/["\\]/g, '\\$&')}"`
      expect(preferenceOf(`wait=10, example=${quoted}, code=${status}`)).toEqual({ status, example })
    }),
  )
})

test('a header that is too long is refused', () => {
  expect(() => preferenceOf(`${'a=", '.repeat(200)}`)).toThrow('at most 500 characters')
})

test('a response that an operation does not document is refused with those that it does', async () => {
  const { operations } = await documented()
  const add = operations.get('notes.add')
  if (!add) throw new Error('notes.add is missing')
  expect(responseFor(add, { status: 400, example: 'not_found' }, 'Prefer').body).toMatchObject({ code: 'not_found' })
  expect(responseFor(add, { example: 'not_found' }, 'Prefer').status).toBe(400)
  expect(responseFor(add, { status: 200 }, 'Prefer').body).toHaveProperty('result')
  expect(() => responseFor(add, { status: 418 }, 'Prefer')).toThrow(
    /names 418, which notes.add does not document; it documents 200 \(example\), 400 \(invalid_argument, not_found, failed_precondition\), 401 \(unauthenticated\)/,
  )
  expect(() => responseFor(add, { status: 400, example: 'gone' }, 'Prefer')).toThrow('names 400 gone')
})

test('an address leads to its operation, methods and others', async () => {
  const { at } = await documented()
  expect(at('POST', '/api/v1/notes/add')).toMatchObject({ id: 'notes.add', isCall: true })
  expect(at('GET', '/chat/stream')).toMatchObject({ id: 'doors.chat_stream', isCall: false })
  expect(at('HEAD', '/browser/shot/a.png')?.id).toBe('doors.shot')
  expect(at('GET', '/browser/shot/axpng')).toBeUndefined()
  expect(at('GET', '/nowhere')).toBeUndefined()
})

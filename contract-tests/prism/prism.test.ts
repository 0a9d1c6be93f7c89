import { expect, test } from 'vitest'
import { operationsOf } from '../../src/runtime/base/openapi.ts'
import { document } from '../document.ts'
import { readPrismArguments } from './arguments.ts'
import { withoutCredentials, withoutInventedFields } from './document.ts'
import { checkViolations } from './prism.ts'
import { shapeDifferences, shapeOf } from './shapes.ts'

test('Prism needs no credential in a mock, and has the published document otherwise', () => {
  const open = withoutCredentials(document)
  for (const { operation } of operationsOf(open)) {
    if (operation.security) expect(operation.security.pop()).toEqual({})
  }
  expect(open).toEqual(document)
})

test('an object is closed unless it is open on purpose, and open in objects that extend it', () => {
  const { schemas } = withoutInventedFields(document).components
  expect(document.components.schemas.Note).not.toHaveProperty('additionalProperties')
  expect(schemas.Note).toEqual({ ...document.components.schemas.Note, additionalProperties: false })
  expect(schemas.Problem).toEqual({ ...document.components.schemas.Problem, additionalProperties: false })
  expect(schemas.PaymentRequired).toMatchObject({ allOf: [document.components.schemas.Problem] })
  expect(schemas.PaymentRequired).not.toHaveProperty('additionalProperties')
  expect(schemas.GatewayMessage).toEqual(document.components.schemas.GatewayMessage)
})

test('the mock listens on 4010 and forwards other arguments', () => {
  expect(readPrismArguments(['mock'])).toMatchObject({ mode: 'mock', port: 4010, more: [] })
  expect(readPrismArguments(['mock', '--dynamic', '--port', '4011'])).toMatchObject({ port: 4011, more: ['--dynamic'] })
})

test('the proxy forwards to the named server, or to the default one', () => {
  expect(readPrismArguments(['proxy'])).toMatchObject({ upstream: 'http://127.0.0.1:8080' })
  expect(readPrismArguments(['proxy', 'http://127.0.0.1:9/', '--errors'])).toMatchObject({
    upstream: 'http://127.0.0.1:9',
    more: ['--errors'],
  })
})

test('unknown and invalid arguments are rejected', () => {
  expect(() => readPrismArguments(['mock', 'http://127.0.0.1:9'])).toThrow("Unexpected argument 'http://127.0.0.1:9'")
  expect(() => readPrismArguments(['mock', '--errors'])).toThrow("Unknown option '--errors'")
  expect(() => readPrismArguments(['proxy', '--dynamic'])).toThrow("Unknown option '--dynamic'")
  expect(() => readPrismArguments(['mock', '--port', '0'])).toThrow('--port takes a number')
  expect(() => readPrismArguments(['proxy', 'http://127.0.0.1:9', 'twice'])).toThrow('Unknown argument twice')
  expect(() => readPrismArguments(['proxy', 'nowhere'])).toThrow('Unknown argument nowhere')
  expect(() => readPrismArguments([])).toThrow('npm run mock')
})

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

test('a shape is every place with its type, once, without its value', () => {
  expect(shapeOf({ items: [{ a: 1 }, { a: 2, b: null }], ok: true })).toEqual([
    '.items: array',
    '.items[].a: number',
    '.items[].b: null',
    '.items[]: object',
    '.ok: boolean',
    ': object',
  ])
  expect(shapeDifferences({ items: [{ a: 1 }] }, { items: [{ a: 7 }, { a: 8 }] })).toEqual([])
})

test('missing and unknown fields, different types and empty lists are reported', () => {
  expect(shapeDifferences({ a: 'x', list: [1] }, { a: 1, list: [], more: {} })).toEqual([
    'only the mock has .a: string',
    'only the mock has .list[]: number',
    'only the server has .a: number',
    'only the server has .more: object',
  ])
})

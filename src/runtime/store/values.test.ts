import { expect, test } from 'vitest'
import { asBoolean, checkBindings } from './values.ts'

test('texts, finite numbers, booleans, bytes and null are accepted', () => {
  const bindings = ['', 'é', 0, -1.5, Number.MAX_SAFE_INTEGER, true, false, new Uint8Array(2), Buffer.from('x'), null]
  expect(() => checkBindings('select ?', bindings)).not.toThrow()
  expect(() => checkBindings('select 1', [])).not.toThrow()
})

test.each<[unknown, string]>([
  ['a\u0000b', 'contains the character U+0000, which a database cannot store in text'],
  [Number.POSITIVE_INFINITY, 'is not a finite number'],
  [Number.NaN, 'is not a finite number'],
  [new Date(0), 'is a Date (store epoch milliseconds)'],
  [{ a: 1 }, 'is an object (store JSON text)'],
  [['a'], 'is an object (store JSON text)'],
  [undefined, 'is of type undefined'],
  [7n, 'is of type bigint'],
  [Symbol('s'), 'is of type symbol'],
])('value %# is rejected by its position and kind, never by its content', (value, reason) => {
  expect(() => checkBindings('select ?, ?', ['fine', value])).toThrow(new TypeError(`Value 2 ${reason}: select ?, ?`))
  expect(() => checkBindings('select ?', [value])).toThrow(new TypeError(`Value 1 ${reason}: select ?`))
})

test.each([
  [true, true],
  [1, true],
  [false, false],
  [0, false],
  [2, false],
  ['1', false],
  [null, false],
  [undefined, false],
])('%o as a boolean is %s', (value, expected) => {
  expect(asBoolean(value)).toBe(expected)
})

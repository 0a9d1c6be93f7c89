import { expect, test } from 'vitest'
import { shapeDifferences, shapeOf } from './shapes.ts'

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

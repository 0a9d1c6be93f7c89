import { expect, test } from 'vitest'
import { sharedJson, sharedResult } from './shared-result.ts'

test('a shared result is written as JSON once, and cannot be given other members', () => {
  let count = 0
  const part = { toJSON: () => ++count }
  const result = sharedResult({ part, text: 'Zürich' })
  expect([sharedJson(result), sharedJson(result)]).toEqual(['{"part":1,"text":"Zürich"}', '{"part":1,"text":"Zürich"}'])
  expect(() => Object.assign(result, { other: 1 })).toThrow(TypeError)
})

test('other results are left to be written by each call', () => {
  expect([{}, undefined, null, 'text', []].map(sharedJson)).toEqual(Array(5).fill(undefined))
})

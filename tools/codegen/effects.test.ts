import { expect, test } from 'vitest'
import type { Operation } from '#runtime/base/openapi.ts'
import { effectFacts } from './effects.ts'

const publishing = (facts: object) => effectFacts({ 'x-effect': ['publishes'], ...facts } as unknown as Operation)

test('a public write is counted, always or if an argument is true', () => {
  expect(publishing({}).publicWrite).toBe(true)
  expect(publishing({ 'x-effect-when': { publishes: [{ argument: 'public', is: true }] } }).publicWrite).toBe('public')
  const named = { publishes: [{ argument: 'name' }, { argument: 'public', is: true }] }
  expect(publishing({ 'x-effect-when': named }).publicWrite).toBe('public')
  const whenPublic = { argument: 'id', exists: 'public' }
  expect(publishing({ 'x-effect-when': { publishes: [whenPublic] } }).publicWrite).toBeUndefined()
  expect(publishing({ 'x-effect': ['creates own'] }).publicWrite).toBeUndefined()
})

test('what has a price or counts its own messages is not counted again', () => {
  expect(publishing({ 'x-micro-credits': 1 }).publicWrite).toBeUndefined()
  expect(publishing({ 'x-price-unit': 'for each message' }).publicWrite).toBeUndefined()
  expect(publishing({ 'x-effect': ['publishes', 'sends to a person'] }).publicWrite).toBeUndefined()
})

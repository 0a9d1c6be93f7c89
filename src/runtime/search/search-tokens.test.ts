import { expect, test } from 'vitest'
import { indexedAtOnce, indexing } from './search-tokens.ts'

const entryOf = (body: string) => ({ kind: 'doc', id: 'p', owner: 'acc_1', title: '', body })
const lastToken = (body: string) => indexedAtOnce(entryOf(body)).tokens.split(' ').at(-1)

test('of a text whose characters become eighteen each, at most twice its length is tokenized', () => {
  const steps = (body: string) => [...indexing(entryOf(body))].length
  expect(steps('\ufdfa'.repeat(200_000))).toBeLessThan(steps('x '.repeat(100_000)) / 4)
  expect(lastToken(`${'\ufdfa'.repeat(200_000)} end`)).not.toMatch(/end$/)
})

test('a text that is short or grows as in real texts is searchable to its end', () => {
  expect(lastToken(`${'\ufdfa'.repeat(1000)} end`)).toMatch(/end$/)
  expect(lastToken(`${'\u33a2 '.repeat(50_000)} end`)).toMatch(/end$/)
  expect(lastToken(`${'\ufb01ne \u00e9t\u00e9 '.repeat(20_000)} end`)).toMatch(/end$/)
})

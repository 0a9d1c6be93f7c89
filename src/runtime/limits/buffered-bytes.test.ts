import { expect, test } from 'vitest'
import { BufferedBytes } from './buffered-bytes.ts'

test('bytes are buffered up to a limit for each subject and one for all', () => {
  const held = new BufferedBytes({ perSubject: 10, perProcess: 25 })
  expect(held.add('a', 10)).toBe(true)
  expect(held.add('a', 1)).toBe(false)
  expect(held.add('b', 10)).toBe(true)
  expect(held.add('c', 6)).toBe(false)
  expect(held.add('c', 5)).toBe(true)
  held.remove('a', 10)
  expect(held.add('a', 10)).toBe(true)
  for (const [subject, bytes] of [
    ['a', 10],
    ['b', 10],
    ['c', 5],
  ] as const)
    held.remove(subject, bytes)
  expect(held.total).toBe(0)
})

import { expect, test } from 'vitest'
import { AbsentLinks } from './absent-links.ts'

test('an absence is cached for its time and no longer', () => {
  const absent = new AbsentLinks(900)
  absent.put('a', 'unknown', 100)
  absent.put('b', 'gone', 100)
  expect([absent.get('a', 999), absent.get('b', 999), absent.get('c', 999)]).toEqual(['unknown', 'gone', undefined])
  expect(absent.get('a', 1000)).toBeUndefined()
})

test('a removed entry is not returned from either generation', () => {
  const absent = new AbsentLinks(900, 2)
  for (const id of ['a', 'b', 'c']) absent.put(id, 'unknown', 0)
  for (const id of ['a', 'c']) absent.delete(id)
  expect(['a', 'b', 'c'].map((id) => absent.get(id, 1))).toEqual([undefined, 'unknown', undefined])
  absent.clear()
  expect(absent.get('b', 1)).toBeUndefined()
})

test('a flood of ids leaves at most two generations in memory', () => {
  const absent = new AbsentLinks(900, 50)
  for (let index = 0; index < 10_000; index++) absent.put(`id-${index}`, 'unknown', 0)
  const held = Array.from({ length: 10_000 }, (_, index) => absent.get(`id-${index}`, 1)).filter(Boolean)
  expect(held.length).toBeGreaterThanOrEqual(50)
  expect(held.length).toBeLessThanOrEqual(100)
})

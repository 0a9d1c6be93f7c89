import { expect, test } from 'vitest'
import { AtOnce } from './at-once.ts'

test('a subject has as many at once as it may, and others are not counted with it', () => {
  const atOnce = new AtOnce(2)
  expect(['ada', 'ada', 'ada', 'ben'].map((name) => atOnce.begin(name))).toEqual([true, true, false, true])
  expect([atOnce.total, atOnce.refused]).toEqual([3, 1])
  atOnce.end('ada')
  expect(atOnce.begin('ada')).toBe(true)
  for (const name of ['ada', 'ada', 'ben']) atOnce.end(name)
  expect([atOnce.total, atOnce.begin('ada')]).toEqual([0, true])
})

test('without a bound nobody is refused', () => {
  const atOnce = new AtOnce()
  for (let count = 0; count < 1000; count++) expect(atOnce.begin('ada')).toBe(true)
  expect([atOnce.total, atOnce.refused]).toEqual([1000, 0])
})

test('those who do nothing are forgotten before there are many of them, and those who do something are not', () => {
  const atOnce = new AtOnce(1)
  atOnce.begin('ada')
  for (let index = 0; index < 10_000; index++) {
    atOnce.begin(`visitor ${index}`)
    atOnce.end(`visitor ${index}`)
  }
  expect(atOnce.known).toBeLessThan(1100)
  expect([atOnce.begin('ada'), atOnce.begin('visitor 9999'), atOnce.begin('visitor 9999')]).toEqual([
    false,
    true,
    false,
  ])
  expect(atOnce.total).toBe(2)
})

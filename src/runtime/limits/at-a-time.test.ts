import { expect, test } from 'vitest'
import { AtATime } from './at-a-time.ts'

test('a subject has a few works running at a time, in order, also after failures; others do not wait for it', async () => {
  const turns = new AtATime(2)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const start = (subject: string, name: string) =>
    turns.run(subject, () => {
      begun.push(name)
      return new Promise<void>((resolve, reject) => ends.push(name === '1' ? () => reject(new Error('no')) : resolve))
    })
  const works = ['1', '2', '3', '4'].map((name) => start('a', name).catch(() => undefined))
  const other = start('b', 'other')
  await Promise.resolve()
  expect(begun).toEqual(['1', '2', 'other'])
  ends[0]?.()
  await works[0]
  expect(begun).toEqual(['1', '2', 'other', '3'])
  for (let at = 1; at < 4; at++) ends[at]?.()
  await Promise.all([works[1], works[2], other])
  expect(begun.at(-1)).toBe('4')
  ends[4]?.()
  await works[3]
})

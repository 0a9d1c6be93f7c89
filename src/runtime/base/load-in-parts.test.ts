import { expect, test } from 'vitest'
import { loadInParts } from './load-in-parts.ts'

test('after each part others have as long as it took, within a bound', async () => {
  let nowMs = 0
  const done: string[] = []
  const part = (ms: number) => async () => {
    done.push(`part of ${ms} ms`)
    nowMs += ms
  }
  await loadInParts([part(3), part(40), part(0.5), part(900)], {
    now: () => nowMs,
    async rest(ms) {
      done.push(`rest of ${ms} ms`)
      nowMs += ms
    },
  })
  expect(done).toEqual([
    ...['part of 3 ms', 'rest of 3 ms', 'part of 40 ms', 'rest of 40 ms'],
    ...['part of 0.5 ms', 'rest of 1 ms', 'part of 900 ms', 'rest of 60 ms'],
  ])
})

test('a part that cannot be loaded ends the loading with its error', async () => {
  const broken = () => {
    throw new Error('no such module')
  }
  const after: string[] = []
  await expect(loadInParts([broken, () => after.push('loaded')])).rejects.toThrow('no such module')
  expect(after).toEqual([])
})

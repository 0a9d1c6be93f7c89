import { expect, test } from 'vitest'
import { loadFramework } from './load.ts'

test('others are served between the parts of the framework while it is loaded', async () => {
  let turns = 0
  let isLoading = true
  const other = () => {
    turns += 1
    if (isLoading) setImmediate(other)
  }
  setImmediate(other)
  const { openFramework } = await loadFramework()
  isLoading = false
  expect(turns).toBeGreaterThan(10)
  expect(openFramework).toBeTypeOf('function')
})

test('after each part others have as long as it took, within a bound', async () => {
  let nowMs = 0
  const done: string[] = []
  const part = (ms: number) => async () => {
    done.push(`part of ${ms} ms`)
    nowMs += ms
  }
  await loadFramework([part(3), part(40), part(0.5), part(900)], {
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

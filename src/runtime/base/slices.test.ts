import { expect, test } from 'vitest'
import { Slices } from './slices.ts'

test('a slice is over after four milliseconds, and the next one begins after the rest', async () => {
  let now = 100
  const slices = new Slices(
    () => now,
    async () => {
      now += 1000
    },
  )
  now = 103.9
  expect(slices.isOver).toBe(false)
  now = 104
  expect(slices.isOver).toBe(true)
  await slices.next()
  expect([now, slices.isOver]).toEqual([1104, false])
  now = 1108
  expect(slices.isOver).toBe(true)
})

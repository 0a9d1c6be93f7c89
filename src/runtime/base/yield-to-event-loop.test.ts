import { expect, test } from 'vitest'
import { Slices } from './yield-to-event-loop.ts'

test('a slice ends after four milliseconds, and the next one begins after the pause', async () => {
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

test('of many simultaneous works one continues in each turn of the event loop, in order', async () => {
  let turn = 0
  let isOver = false
  const others = (): void => {
    turn += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const wentOn: [work: number, turn: number][] = []
  const work = async (index: number): Promise<void> => {
    const slices = new Slices()
    for (let slice = 0; slice < 3; slice++) {
      await slices.next()
      wentOn.push([index, turn])
    }
  }
  await Promise.all(Array.from({ length: 20 }, (_, index) => work(index)))
  isOver = true
  expect(wentOn).toHaveLength(60)
  expect(new Set(wentOn.map(([, at]) => at)).size).toBe(60)
  expect(wentOn.map(([index]) => index)).toEqual(Array.from({ length: 60 }, (_, at) => at % 20))
})

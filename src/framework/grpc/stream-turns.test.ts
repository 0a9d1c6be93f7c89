import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { StreamTurns } from './stream-turns.ts'

const there = { destroyed: false }

test('streams that arrive together begin a few at a time, and all of them in the end', async () => {
  const turns = new StreamTurns()
  const begun: number[] = []
  for (let n = 0; n < 20; n++) turns.take(turns, there, () => void begun.push(n))
  const perTurn: number[] = [begun.length]
  while (begun.length < 20) {
    const before = begun.length
    await nextTurn()
    perTurn.push(begun.length - before)
  }
  expect(perTurn).toEqual([0, 8, 8, 4])
  expect(begun).toEqual([...Array(20).keys()])
})

test('what a stream goes on to do by promises is done before the next begins', async () => {
  const turns = new StreamTurns()
  const events: string[] = []
  for (const name of ['a', 'b']) {
    turns.take(turns, there, async () => {
      events.push(`${name} begins`)
      await undefined
      events.push(`${name} ends`)
    })
  }
  await nextTurn()
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('connections take turns: one full of streams holds up no other', async () => {
  const turns = new StreamTurns()
  const begun: string[] = []
  const [full, other] = [{}, {}]
  for (let n = 0; n < 100; n++) turns.take(full, there, () => void begun.push('full'))
  for (let n = 0; n < 2; n++) turns.take(other, there, () => void begun.push('other'))
  await nextTurn()
  expect(begun.slice(0, 4)).toEqual(['full', 'other', 'full', 'other'])
})

test('a stream that is gone by its turn never begins, and takes no turn', async () => {
  const turns = new StreamTurns()
  const begun: number[] = []
  for (let n = 0; n < 1000; n++) turns.take(turns, { destroyed: n < 999 }, () => void begun.push(n))
  await nextTurn()
  expect(begun).toEqual([999])
})

import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { startInTurn } from './http2-connections.ts'

type Stream = Parameters<typeof startInTurn>[1]
const limiter = () => new FairLimiter<object>({ maxRunning: 8 })
const streamOn = (connection: object, destroyed = false) => ({ destroyed, session: connection }) as unknown as Stream

test('streams that arrive together begin a few at a time, and all of them in the end', async () => {
  const starting = limiter()
  const begun: number[] = []
  for (let n = 0; n < 20; n++) void startInTurn(starting, streamOn(starting), () => void begun.push(n))
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
  const starting = limiter()
  const events: string[] = []
  for (const name of ['a', 'b']) {
    void startInTurn(starting, streamOn(starting), async () => {
      events.push(`${name} begins`)
      await undefined
      events.push(`${name} ends`)
    })
  }
  await nextTurn()
  expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('connections take turns: one full of streams holds up no other', async () => {
  const starting = limiter()
  const begun: string[] = []
  const [full, other] = [{}, {}]
  for (let n = 0; n < 100; n++) void startInTurn(starting, streamOn(full), () => void begun.push('full'))
  for (let n = 0; n < 2; n++) void startInTurn(starting, streamOn(other), () => void begun.push('other'))
  await nextTurn()
  expect(begun.slice(0, 4)).toEqual(['full', 'other', 'full', 'other'])
})

test('a stream that is gone by its turn never begins, and takes no turn', async () => {
  const starting = limiter()
  const begun: number[] = []
  for (let n = 0; n < 1000; n++) void startInTurn(starting, streamOn(starting, n < 999), () => void begun.push(n))
  await nextTurn()
  expect(begun).toEqual([999])
})

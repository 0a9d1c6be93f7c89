import { setImmediate as endOfTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { startInTurn } from './http2-connections.ts'

type Stream = Parameters<typeof startInTurn>[1]
const limiter = () => new FairLimiter<object>({ maxRunning: 8 })
/** The next turn of the event loop, once the promises of this one have settled. */
async function nextTurn(): Promise<void> {
  await new Promise<void>((resolve) => process.nextTick(resolve))
  await endOfTurn()
}
const streamOn = (connection: object, destroyed = false) => ({ destroyed, session: connection }) as unknown as Stream

test('streams that arrive together begin a few per turn, and all of them in the end', async () => {
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

test('the promises of a stream settle before the next one begins', async () => {
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

test('connections take turns: one full of streams delays no other', async () => {
  const starting = limiter()
  const begun: string[] = []
  const [full, other] = [{}, {}]
  for (let n = 0; n < 100; n++) void startInTurn(starting, streamOn(full), () => void begun.push('full'))
  for (let n = 0; n < 2; n++) void startInTurn(starting, streamOn(other), () => void begun.push('other'))
  for (let turn = 0; turn < 2; turn++) await nextTurn()
  // The eight of the first turn had begun before the other connection sent anything.
  expect(begun.slice(8, 12)).toEqual(['full', 'other', 'full', 'other'])
})

test('a stream that was reset before its turn never begins, and takes no turn', async () => {
  const starting = limiter()
  const begun: number[] = []
  for (let n = 0; n < 1000; n++) void startInTurn(starting, streamOn(starting, n < 999), () => void begun.push(n))
  await nextTurn()
  expect(begun).toEqual([999])
})

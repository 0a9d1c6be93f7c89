import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Turns } from './turns.ts'

const still = new AbortController().signal
const bounds = { maxRunning: 2, maxRunningPerSubject: 1, maxWaiting: 4, maxWaitingPerSubject: 2 }

/** Lets everything that is ready go on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('turns', () => {
  test('run as many at a time as allowed, of one subject and of all', async () => {
    const turns = new Turns(bounds, 'It')
    const order: string[] = []
    const take = async (name: string) => {
      const release = await turns.take(name[0] as string, still)
      order.push(name)
      return release
    }
    const a1 = take('a1')
    const a2 = take('a2')
    const b1 = take('b1')
    const c1 = take('c1')
    await settled()
    expect(order).toEqual(['a1', 'b1'])
    ;(await a1)()
    await settled()
    expect(order).toEqual(['a1', 'b1', 'a2'])
    ;(await b1)()
    await settled()
    expect(order).toEqual(['a1', 'b1', 'a2', 'c1'])
    for (const release of await Promise.all([a2, c1])) release()
  })

  test('go round: a subject with many waiting calls holds up another by one call, not by all', async () => {
    const turns = new Turns({ maxRunning: 1, maxRunningPerSubject: 1, maxWaiting: 10, maxWaitingPerSubject: 5 }, 'It')
    const order: string[] = []
    const first = await turns.take('a', still)
    const waiting = ['a2', 'a3', 'a4', 'b1'].map(async (name) => {
      const release = await turns.take(name[0] as string, still)
      order.push(name)
      await settled()
      release()
    })
    first()
    await Promise.all(waiting)
    expect(order).toEqual(['a2', 'b1', 'a3', 'a4'])
  })

  test('refuse the next waiting call of a subject, and of all, saying when to try again', async () => {
    const turns = new Turns(bounds, 'It')
    const gone = new AbortController()
    const waiting = ['a', 'a', 'a', 'b', 'b', 'b'].map((subject) => turns.take(subject, gone.signal))
    await expect(turns.take('a', still)).rejects.toMatchObject({ kind: 'busy', retryAfterS: 5 })
    await expect(turns.take('c', still)).rejects.toMatchObject({ kind: 'busy', retryAfterS: 5 })
    gone.abort(new Error('gone'))
    await Promise.allSettled(waiting)
  })

  test('are given up when the caller has gone, and the others move up', async () => {
    const turns = new Turns({ maxRunning: 1, maxRunningPerSubject: 1, maxWaiting: 2, maxWaitingPerSubject: 1 }, 'It')
    const release = await turns.take('a', still)
    const gone = new AbortController()
    const left = turns.take('b', gone.signal)
    const stays = turns.take('c', still)
    gone.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    release()
    release()
    ;(await stays)()
    await expect(turns.take('a', gone.signal)).rejects.toThrow('gone')
  })

  test('never run more than allowed and never forget a call, whatever comes', async () => {
    const subject = fc.constantFrom('a', 'b', 'c')
    const calls = fc.array(fc.record({ subject, leaves: fc.boolean(), ticks: fc.nat(3) }), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(calls, async (list) => {
        const turns = new Turns(
          { maxRunning: 3, maxRunningPerSubject: 2, maxWaiting: 1000, maxWaitingPerSubject: 1000 },
          'It',
        )
        const running = new Map<string, number>()
        let ended = 0
        const over = list.map(async ({ subject, leaves, ticks }) => {
          const gone = new AbortController()
          const turn = turns.take(subject, gone.signal)
          if (leaves) void Promise.resolve().then(() => gone.abort(new Error('gone')))
          const release = await turn.catch(() => undefined)
          ended += 1
          if (!release) return
          running.set(subject, (running.get(subject) ?? 0) + 1)
          expect(running.get(subject)).toBeLessThanOrEqual(2)
          expect([...running.values()].reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(3)
          for (let tick = 0; tick < ticks; tick += 1) await settled()
          running.set(subject, (running.get(subject) ?? 0) - 1)
          release()
        })
        await Promise.all(over)
        expect(ended).toBe(list.length)
      }),
      { numRuns: 50 },
    )
  })
})

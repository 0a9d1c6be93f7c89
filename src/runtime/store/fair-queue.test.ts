import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

describe('a fair queue', () => {
  test('gives each waiting client its turn, and each its items in order', () => {
    const queue = new FairQueue<string>(2)
    for (const item of ['a1', 'a2', 'a3']) queue.add('a', item)
    queue.add('b', 'b1')
    queue.add('c', 'c1')
    expect([1, 2, 3, 4, 5].map(() => queue.take()?.item)).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
    expect(queue.take()).toBeUndefined()
  })

  test('skips a client that has its share, until one of its items ends', () => {
    const queue = new FairQueue<string>(1)
    queue.started('a')
    queue.add('a', 'a2')
    expect([queue.mayStart('a'), queue.mayStart('b'), queue.take()]).toEqual([false, true, undefined])
    queue.add('b', 'b1')
    expect(queue.take()).toEqual({ client: 'b', item: 'b1' })
    queue.ended('a')
    expect(queue.take()).toEqual({ client: 'a', item: 'a2' })
  })

  test('a client with a share of several gets one back for each that ends, and no more', () => {
    const queue = new FairQueue<string>(3)
    for (let i = 0; i < 3; i++) queue.started('a')
    expect(queue.mayStart('a')).toBe(false)
    queue.ended('a')
    expect(queue.mayStart('a')).toBe(true)
    queue.started('a')
    expect(queue.mayStart('a')).toBe(false)
    for (let i = 0; i < 2; i++) queue.ended('a')
    queue.started('a')
    expect(queue.mayStart('a')).toBe(true)
    queue.started('a')
    expect(queue.mayStart('a')).toBe(false)
    for (let i = 0; i < 3; i++) queue.ended('a')
    for (let i = 0; i < 3; i++) queue.started('a')
    expect(queue.mayStart('a')).toBe(false)
  })

  test("the product's own work has no share", () => {
    const queue = new FairQueue<string>(1)
    for (let i = 0; i < 5; i++) queue.started('')
    expect(queue.mayStart('')).toBe(true)
  })

  test('loses nothing and gives no client more than its share, in any order of events', () => {
    const event = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), client: fc.constantFrom('', 'a', 'b', 'c') }),
      fc.record({ kind: fc.constant('take' as const) }),
      fc.record({ kind: fc.constant('end' as const), which: fc.nat(20) }),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 200 }), (events) => {
        const queue = new FairQueue<number>(2)
        const running: string[] = []
        const taken: number[] = []
        let added = 0
        const start = (): boolean => {
          const next = queue.take()
          if (!next) return false
          queue.started(next.client)
          running.push(next.client)
          taken.push(next.item)
          return true
        }
        for (const each of events) {
          if (each.kind === 'add') queue.add(each.client, added++)
          else if (each.kind === 'take') start()
          else if (running.length > 0) queue.ended(running.splice(each.which % running.length, 1)[0] as string)
          for (const client of ['a', 'b', 'c']) {
            expect(running.filter((other) => other === client).length).toBeLessThanOrEqual(2)
          }
        }
        for (const client of running) queue.ended(client)
        running.length = 0
        while (start()) queue.ended(running.pop() as string)
        expect(taken.toSorted((x, y) => x - y)).toEqual(Array.from({ length: added }, (_, i) => i))
      }),
    )
  })

  test('a burst of thousands is taken in order', () => {
    const queue = new FairQueue<number>(1)
    for (let i = 0; i < 5000; i++) queue.add('a', i)
    for (let i = 0; i < 5000; i++) expect(queue.take()?.item).toBe(i)
  })
})

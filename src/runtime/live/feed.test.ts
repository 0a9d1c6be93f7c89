import { expect, test } from 'vitest'
import { Feed, FeedBudget } from './feed.ts'

function newFeed(over: { signal?: AbortSignal } = {}) {
  const ends: string[] = []
  const made = new Feed<string>({
    signal: over.signal ?? new AbortController().signal,
    maxItems: 3,
    maxBytes: 10,
    sizeOf: (item) => item.length,
    overflow: () => new Error('too slow'),
    onEnd: () => ends.push('end'),
  })
  return { made, ends, items: made[Symbol.asyncIterator]() }
}

test('items are read in order, both those pushed before the reader started and those after', async () => {
  const { made, items } = newFeed()
  made.push('a')
  made.push('b')
  expect((await items.next()).value).toBe('a')
  expect((await items.next()).value).toBe('b')
  const next = items.next()
  made.push('c')
  expect((await next).value).toBe('c')
})

test('a reader that is too far behind, by items or by bytes, gets the error and none of the waiting items', async () => {
  for (const pushed of [
    ['a', 'b', 'c', 'd'],
    ['aaaaa', 'bbbbbb'],
  ]) {
    const { made, ends, items } = newFeed()
    for (const item of pushed) made.push(item)
    // Before the reader notices, who may never read again.
    expect(ends).toEqual(['end'])
    made.push('later')
    await expect(items.next()).rejects.toThrow('too slow')
    expect(ends).toEqual(['end'])
  }
})

test('one item larger than the limit is accepted if nothing else waits', async () => {
  const { made, items } = newFeed()
  made.push('x'.repeat(100))
  expect((await items.next()).value).toHaveLength(100)
  made.push('y')
  expect((await items.next()).value).toBe('y')
})

test('an ended feed returns the waiting items; an aborted one does not', async () => {
  const { made, ends, items } = newFeed()
  made.push('a')
  made.end()
  made.push('b')
  expect((await items.next()).value).toBe('a')
  expect((await items.next()).done).toBe(true)
  expect(ends).toEqual(['end'])
  const leaving = new AbortController()
  const other = newFeed({ signal: leaving.signal })
  other.made.push('a')
  leaving.abort()
  expect((await other.items.next()).done).toBe(true)
  expect(other.ends).toEqual(['end'])
})

test('a feed whose signal has already aborted accepts nothing, and a reader that stops ends it', async () => {
  const { made, ends, items } = newFeed({ signal: AbortSignal.abort() })
  made.push('a')
  expect((await items.next()).done).toBe(true)
  expect(ends).toEqual([])
  const other = newFeed()
  other.made.push('a')
  await other.items.next()
  await other.items.return(undefined)
  expect(other.ends).toEqual(['end'])
})

test('beyond the limit of all readers, only those that are behind by more than their share are disconnected', async () => {
  const budget = new FeedBudget(100)
  const newOne = () =>
    new Feed<string>({
      signal: new AbortController().signal,
      maxItems: 1000,
      maxBytes: 1000,
      sizeOf: (item) => item.length,
      overflow: () => new Error('too slow'),
      budget,
      onEnd: () => undefined,
    })
  const [slow, slower, other] = [newOne(), newOne(), newOne()]
  for (let i = 0; i < 4; i++) slow.push('x'.repeat(10))
  for (let i = 0; i < 7; i++) slower.push('x'.repeat(10))
  await expect(slower[Symbol.asyncIterator]().next()).rejects.toThrow('too slow')
  other.push('for another')
  expect((await other[Symbol.asyncIterator]().next()).value).toBe('for another')
  const items = slow[Symbol.asyncIterator]()
  for (let i = 0; i < 4; i++) expect((await items.next()).value).toHaveLength(10)
  // Items that were read or dropped no longer count.
  expect(budget.hasRoom(0, 100)).toBe(true)
})

import { PassThrough } from 'node:stream'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FloodPace } from './flood-pace.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** Connections of an address to a pace, and what became of them. */
function connecting() {
  const pace = new FloodPace()
  const outcomes: Record<string, boolean> = {}
  const connect = (name: string, connection = new PassThrough()) => {
    const address = name.charAt(0)
    void pace.turn(address, connection).then((isServed) => {
      outcomes[name] = isServed
    })
    return connection
  }
  const after = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return { ...outcomes }
  }
  return { pace, connect, after }
}

test('connections of an address that floods are served 250 ms apart, those of others at once', async () => {
  const { pace, connect, after } = connecting()
  connect('a0')
  expect(await after(0)).toEqual({ a0: true })
  pace.note('a')
  for (const name of ['a1', 'a2', 'b1']) connect(name)
  expect(Object.keys(await after(249))).toEqual(['a0', 'b1'])
  expect(Object.keys(await after(1))).toEqual(['a0', 'b1', 'a1'])
  // The one that was served after 250 ms floods again.
  pace.note('a')
  expect(Object.keys(await after(249))).toEqual(['a0', 'b1', 'a1'])
  expect(Object.keys(await after(1))).toEqual(['a0', 'b1', 'a1', 'a2'])
  connect('a3')
  expect(await after(249)).not.toHaveProperty('a3')
  expect(await after(1)).toHaveProperty('a3', true)
  await after(250)
  connect('a4')
  expect(await after(0)).toHaveProperty('a4', true)
  expect(vi.getTimerCount()).toBe(0)
})

test('at most forty connections of an address wait, and one that closes leaves its place', async () => {
  const { pace, connect, after } = connecting()
  pace.note('a')
  const waiting = Array.from({ length: 40 }, (_, index) => connect(`a${index}`))
  connect('a40')
  expect(await after(0)).toEqual({ a40: false })
  waiting[0]?.destroy()
  // What was sent before the end must not hide it.
  waiting[1]?.end('PRI * HTTP/2.0')
  expect(await after(0)).toEqual({ a0: false, a1: false, a40: false })
  for (const name of ['a41', 'a42', 'a43']) connect(name)
  expect(await after(250)).toEqual({ a0: false, a1: false, a2: true, a40: false, a43: false })
})

test('of a connection that waits, 64 KiB are read, and put back for its turn', async () => {
  const { pace, connect, after } = connecting()
  pace.note('a')
  const connection = connect('a1')
  const sent = Array.from({ length: 16 }, (_, index) => Buffer.alloc(16 * 1024, index))
  let readCount = 0
  for (const piece of sent) connection.write(piece, () => void readCount++)
  connection.end()
  expect(await after(249)).toEqual({})
  expect(readCount).toBeLessThan(8)
  expect(await after(1)).toEqual({ a1: true })
  expect(Buffer.concat(await connection.toArray()).equals(Buffer.concat(sent))).toBe(true)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FloodPace } from './flood-pace.ts'

const pauseMs = 250
const overMs = 10_001

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function pacing() {
  const pace = new FloodPace(pauseMs, () => Date.now())
  const served: string[] = []
  const connect = (address: string, name: string) => {
    const socket = { destroyed: false }
    pace.take(address, socket, () => void served.push(name))
    return socket
  }
  return { pace, served, connect }
}

test('connections of an address that floods are served one after the other, those of others at once', () => {
  const { pace, served, connect } = pacing()
  connect('a', 'a0')
  expect(served).toEqual(['a0'])
  pace.note('a')
  for (const name of ['a1', 'a2', 'a3']) connect('a', name)
  connect('b', 'b1')
  expect(served).toEqual(['a0', 'b1'])
  vi.advanceTimersByTime(pauseMs - 1)
  expect(served).toEqual(['a0', 'b1'])
  vi.advanceTimersByTime(1)
  expect(served).toEqual(['a0', 'b1', 'a1'])
  vi.advanceTimersByTime(2 * pauseMs)
  expect(served).toEqual(['a0', 'b1', 'a1', 'a2', 'a3'])
  connect('a', 'a4')
  expect(served).toHaveLength(5)
  vi.advanceTimersByTime(pauseMs)
  expect(served.at(-1)).toBe('a4')
})

test('a connection that was given up while it waited takes no turn, and many such are not kept', () => {
  const { pace, served, connect } = pacing()
  pace.note('a')
  for (const name of ['a1', 'a2']) connect('a', name).destroyed = true
  connect('a', 'a3')
  connect('a', 'a4').destroyed = true
  vi.advanceTimersByTime(pauseMs)
  expect(served).toEqual(['a3'])
  vi.advanceTimersByTime(pauseMs)
  for (let n = 0; n < 2000; n++) connect('a', 'gone').destroyed = true
  expect(pace.waiting).toBeLessThanOrEqual(513)
  connect('a', 'a5')
  vi.advanceTimersByTime(pauseMs)
  expect(served).toEqual(['a3', 'a5'])
})

test('an address is served as any other ten seconds after its last flood', () => {
  const { pace, served, connect } = pacing()
  pace.note('a')
  vi.advanceTimersByTime(overMs - 1000)
  pace.note('a')
  vi.advanceTimersByTime(overMs - 1000)
  connect('a', 'a1')
  expect(served).toEqual([])
  vi.advanceTimersByTime(1000)
  connect('a', 'a2')
  expect(served).toEqual(['a1', 'a2'])
  expect(pace.flooding).toBe(0)
})

test('no more than a thousand addresses are known at a time, and one that stopped makes room', () => {
  const { pace, served, connect } = pacing()
  for (let n = 0; n < 1001; n++) pace.note(`address ${n}`)
  expect(pace.flooding).toBe(1000)
  connect('address 1000', 'one too many')
  expect(served).toEqual(['one too many'])
  vi.advanceTimersByTime(overMs)
  pace.note('another')
  expect(pace.flooding).toBe(1)
})

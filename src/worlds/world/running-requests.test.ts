import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { RunningRequests } from './running-requests.ts'

afterEach(() => void vi.useRealTimers())

class Response extends EventEmitter {
  closed = false

  close(): void {
    this.closed = true
    this.emit('close')
  }
}

function manyOf(count: number) {
  const requests = new RunningRequests()
  const served: number[] = []
  const responses = Array.from({ length: count }, () => new Response())
  const serve = (index: number) => requests.serve(`world-${index}`, responses[index]!, () => served.push(index))
  const all = responses.map((_, index) => serve(index))
  return { requests, served, responses, all }
}

test('24 requests of worlds run at once, and the next one when one has ended', async () => {
  const { requests, served, responses, all } = manyOf(26)
  await turn()
  expect([served.length, requests.count]).toEqual([24, 24])
  responses[3]!.close()
  await turn()
  expect(served.slice(24)).toEqual([24])
  for (const response of responses) response.close()
  await Promise.all(all)
  expect([served.length, requests.count]).toEqual([25, 0])
})

test('a request whose client disconnects while it waits is not served and takes no place', async () => {
  const { requests, served, responses, all } = manyOf(26)
  await turn()
  responses[24]!.close()
  responses[0]!.close()
  await turn()
  expect([served.slice(24), requests.count]).toEqual([[25], 24])
  for (const response of responses) response.close()
  await Promise.all(all)
  expect(requests.count).toBe(0)
})

test('long requests, such as streams, keep no other waiting for more than a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { requests, served, responses } = manyOf(30)
  await turn()
  expect(served).toHaveLength(24)
  vi.advanceTimersByTime(1000)
  await turn()
  expect([served.length, requests.count]).toEqual([30, 6])
  for (const response of responses) response.close()
  expect(requests.count).toBe(0)
})

test('at most 2000 requests wait, and more are rejected with when to try again', async () => {
  const { responses, all } = manyOf(2025)
  await expect(all.at(-1)).rejects.toMatchObject({ code: 'rate_limited', retryAfterS: 1 })
  for (const response of responses) response.close()
  await Promise.allSettled(all)
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { manualClock } from '../base/clock.ts'
import { thisProcess } from '../base/processes.ts'
import { LeaseKeeper, Leases } from './leases.ts'

const elsewhere = { machine: 'another machine', pid: 7 }
const noSuchPid = 2 ** 22 + 1

describe('a lease', () => {
  test('names its process and expires after its time, to the millisecond', () => {
    const clock = manualClock()
    const [one, other] = [new Leases({ ttlMs: 1000, clock, me: elsewhere }), new Leases({ ttlMs: 1000, clock })]
    const lease = one.grant()
    expect(lease).toEqual({ ...elsewhere, until: clock.now() + 1000 })
    clock.advance(999)
    expect(other.isHeld(lease)).toBe(true)
    clock.advance(1)
    expect(other.isHeld(lease)).toBe(false)
    expect(other.isHeld(one.grant())).toBe(true)
  })

  test('of a dead process on the same machine has expired at once, of a living one it has not', () => {
    const leases = new Leases({ ttlMs: 1000, clock: manualClock() })
    const lease = leases.grant()
    expect(lease).toMatchObject(thisProcess())
    expect(leases.isHeld(lease)).toBe(true)
    expect(leases.isHeld({ ...lease, pid: noSuchPid })).toBe(false)
    expect(leases.isHeld({ ...lease, ...elsewhere, pid: noSuchPid })).toBe(true)
  })

  test('is the same in the text that PostgreSQL returns for numbers', () => {
    const clock = manualClock()
    const leases = new Leases({ ttlMs: 1000, clock })
    const { machine, pid, until } = leases.grant()
    const stored = { machine, pid: String(pid), until: String(until) }
    expect(leases.isHeld(stored)).toBe(true)
    expect(leases.isHeld({ ...stored, pid: String(noSuchPid) })).toBe(false)
    clock.advance(1000)
    expect(leases.isHeld(stored)).toBe(false)
  })
})

describe('the leases of running work', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function keeper(renew: (tokens: readonly string[]) => Promise<void> = async () => undefined) {
    const renewed: (readonly string[])[] = []
    const failures: unknown[] = []
    const kept = new LeaseKeeper({
      everyMs: 100,
      renew: (tokens) => {
        renewed.push(tokens)
        return renew(tokens)
      },
      onFailure: (error) => failures.push(error),
    })
    return { kept, renewed, failures }
  }

  test('are renewed together until their work ends, and no timer runs without work', () => {
    const { kept, renewed } = keeper()
    expect(vi.getTimerCount()).toBe(0)
    kept.add('a')
    kept.add('b')
    vi.advanceTimersByTime(100)
    kept.delete('a')
    vi.advanceTimersByTime(100)
    expect(renewed).toEqual([['a', 'b'], ['b']])
    expect([kept.has('a'), kept.has('b')]).toEqual([false, true])
    kept.delete('b')
    expect(vi.getTimerCount()).toBe(0)
    kept.add('c')
    vi.advanceTimersByTime(100)
    expect(renewed.at(-1)).toEqual(['c'])
    kept.clear()
  })

  test('are renewed again after a failed renewal, which is reported', async () => {
    const { kept, renewed, failures } = keeper(() => Promise.reject(new Error('the database is away')))
    kept.add('a')
    vi.advanceTimersByTime(200)
    await new Promise((resolve) => setImmediate(resolve))
    expect(failures).toHaveLength(2)
    expect(failures[0]).toMatchObject({ message: 'the database is away' })
    expect(renewed).toEqual([['a'], ['a']])
    kept.clear()
  })

  test('are returned when all of them end at once', () => {
    const { kept, renewed } = keeper()
    kept.add('a')
    kept.add('b')
    expect(kept.clear()).toEqual(['a', 'b'])
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(1000)
    expect(renewed).toEqual([])
    expect(kept.has('a')).toBe(false)
  })
})

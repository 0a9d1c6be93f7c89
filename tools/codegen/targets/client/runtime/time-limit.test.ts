import { expect, test, vi } from 'vitest'
import type { Clock } from './clock.ts'
import { pause, startTimeLimit } from './time-limit.ts'

/** A clock that stands at 1000 and whose timers fire by hand. */
function handClock() {
  const timers = new Set<() => void>()
  const clock: Clock = {
    now: () => 1000,
    after(_ms, act) {
      timers.add(act)
      return () => timers.delete(act)
    },
  }
  return { clock, timers }
}

test('when the time is up the signal fires and the limit is over', () => {
  const { clock, timers } = handClock()
  const limit = startTimeLimit(clock, 500, undefined)
  expect([limit.endsAt, limit.isOver(), limit.signal.aborted]).toEqual([1500, false, false])
  for (const fire of timers) fire()
  expect([limit.isOver(), limit.signal.aborted]).toEqual([true, true])
})

test("the caller's signal ends it, before or after it starts, without the time being up", () => {
  const { clock } = handClock()
  const caller = new AbortController()
  const limit = startTimeLimit(clock, 500, caller.signal)
  caller.abort()
  const late = startTimeLimit(clock, 500, caller.signal)
  for (const { signal, isOver } of [limit, late]) expect([signal.aborted, isOver()]).toEqual([true, false])
})

test('a stopped limit has neither a timer nor a listener', () => {
  const { clock, timers } = handClock()
  const caller = new AbortController()
  const removed = vi.spyOn(caller.signal, 'removeEventListener')
  const limit = startTimeLimit(clock, 500, caller.signal)
  limit.stop()
  caller.abort()
  expect(timers.size).toBe(0)
  expect(removed).toHaveBeenCalledOnce()
  expect(limit.signal.aborted).toBe(false)
})

test('a pause that is cut short rejects and clears its timer', async () => {
  const { clock, timers } = handClock()
  const end = new AbortController()
  const paused = pause(clock, 500, end.signal)
  expect(timers.size).toBe(1)
  end.abort(new Error('stop'))
  await expect(paused).rejects.toThrow('stop')
  expect(timers.size).toBe(0)
})

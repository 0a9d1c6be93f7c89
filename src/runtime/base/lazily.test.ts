import { expect, test, vi } from 'vitest'
import { lazily } from './lazily.ts'

test('a value is made at its first use, once, also when it is undefined', () => {
  const make = vi.fn(() => undefined)
  const value = lazily(make)
  expect(make).not.toHaveBeenCalled()
  expect([value(), value()]).toEqual([undefined, undefined])
  expect(make).toHaveBeenCalledOnce()
})

test('a making that failed is tried again', () => {
  const make = vi
    .fn(() => 1)
    .mockImplementationOnce(() => {
      throw new Error('not yet')
    })
  const value = lazily(make)
  expect(value).toThrow('not yet')
  expect(value()).toBe(1)
})

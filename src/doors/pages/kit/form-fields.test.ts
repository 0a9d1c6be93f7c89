import { afterEach, expect, test, vi } from 'vitest'
import { moment } from './form-fields.ts'

afterEach(() => vi.restoreAllMocks())

test('a page of dates creates two formatters per zone, for days and for times', () => {
  const created = vi.spyOn(Intl, 'DateTimeFormat')
  const shown = Array.from({ length: 1000 }, (_, day) => String(moment(day * 86_400_000, 'Antarctica/Troll')))
  expect(new Set(shown).size).toBe(1000)
  expect(String(moment(0, 'Africa/Lagos'))).toContain('1 Jan 1970, 01:00')
  expect(created).toHaveBeenCalledTimes(4)
})

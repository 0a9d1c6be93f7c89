import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Page, pageOf } from './page.ts'

test('following next_offset reads every entry once, in order, and ends', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.integer({ min: 1, max: 20 }), (total, limit) => {
      const all = Array.from({ length: total }, (_, i) => i)
      const read: number[] = []
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const page: Page<number> = pageOf(all.slice(offset, offset + limit), String(total), offset)
        expect(page).toMatchObject({ total, offset })
        read.push(...page.items)
        offset = page.next_offset
      }
      expect(read).toEqual(all)
    }),
  )
})

test('beyond the end there is no next page', () => {
  expect(pageOf([], 3, 7)).toEqual({ items: [], total: 3, offset: 7 })
})

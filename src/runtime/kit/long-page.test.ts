import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { countedBeside, longPageOf, maxOffset, startOf } from './long-page.ts'

const keyOf = (n: number) => [n % 5, `id_${n}`]

function pageOf(all: readonly number[], args: { offset?: number; cursor?: string }, limit: number) {
  const start = startOf(args, ['number', 'text'])
  const from = start.last ? all.findIndex((n) => keyOf(n)[1] === start.last?.[1]) + 1 : 0
  const rows = all.slice(from + start.offset, from + start.offset + limit + 1)
  const counted = { total: all.length, isAtLeast: false }
  return longPageOf(rows, { limit, start, counted, keyOf }, (n) => n)
}

describe('a page of a long list', () => {
  test('following next_cursor or next_offset reads every entry once, in order, and ends', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.integer({ min: 1, max: 20 }), fc.boolean(), (total, limit, byCursor) => {
        const all = Array.from({ length: total }, (_, n) => n)
        const read: number[] = []
        let args: { offset?: number; cursor?: string } | undefined = {}
        while (args) {
          const page = pageOf(all, args, limit)
          expect(page).toMatchObject({ total, offset: read.length })
          read.push(...page.items)
          expect(page.next_cursor === undefined).toBe(page.next_offset === undefined)
          const next = byCursor ? { cursor: page.next_cursor ?? '' } : { offset: page.next_offset ?? 0 }
          args = page.next_cursor === undefined ? undefined : next
        }
        expect(read).toEqual(all)
      }),
    )
  })

  test('if only the first entries were counted, the total is never less than what was read', () => {
    const counted = { total: 10_000, isAtLeast: true }
    const at = (skipped: number) =>
      longPageOf([1, 2, 3], { limit: 2, start: { skipped, offset: skipped, last: undefined }, counted, keyOf }, String)
    expect(at(0)).toMatchObject({ total: 10_000, is_total_at_least: true, next_offset: 2 })
    expect(at(20_000)).toMatchObject({ total: 20_002, is_total_at_least: true, next_offset: 20_002 })
  })

  test.each([
    ['begins before the end of the counted entries', { offset: 9_999 }, true, 1],
    ['begins after it and has entries', { offset: 10_000 }, true, 0],
    ['begins after it and is empty', { offset: 10_000 }, false, 1],
    ['follows a cursor, which may contain anything', { cursor: '20000~1~id' }, true, 1],
  ])('the list of a page that %s is counted accordingly', async (_, args, isAny, times) => {
    const start = startOf(args, ['number', 'text'])
    const count = vi.fn(async () => ({ total: 7, isAtLeast: false }))
    const counted = await countedBeside(start, async () => isAny, count)
    expect(count).toHaveBeenCalledTimes(times)
    expect(counted).toEqual(times === 0 ? { total: 10_000, isAtLeast: true } : { total: 7, isAtLeast: false })
  })

  test('a list is counted while its page is read, except if the page may make that unnecessary', async () => {
    const page = Promise.withResolvers<boolean>()
    const counted = { total: 7, isAtLeast: false }
    const beside = (offset: number) =>
      countedBeside(
        startOf({ offset }, ['text']),
        () => page.promise,
        async () => counted,
      )
    expect(await beside(0)).toBe(counted)
    const late = beside(10_000)
    page.resolve(false)
    expect(await late).toBe(counted)
  })

  test('beyond the largest offset only the cursor continues', () => {
    const start = { skipped: maxOffset - 1, offset: maxOffset - 1, last: undefined }
    const page = longPageOf([1, 2, 3], { limit: 2, start, counted: { total: 9, isAtLeast: false }, keyOf }, String)
    expect(page).toMatchObject({ next_cursor: `${maxOffset + 1}~2~id_2` })
    expect(page).not.toHaveProperty('next_offset')
  })

  test.each(['', 'x', '1', '1~2', '1~2~3~4', '1~x~id', '1~2~', "1~2~'", '1.5~2~id', '-~1~id', '9999999999999999~1~id'])(
    'the cursor %j is rejected',
    (cursor) => {
      expect(() => startOf({ cursor }, ['number', 'text'])).toThrow(
        expect.objectContaining({ code: 'invalid_argument', details: [expect.objectContaining({ path: 'cursor' })] }),
      )
    },
  )
})

test('the total agrees with the page, even if entries were counted at another moment', () => {
  const page = (rows: number[], offset: number, total: number, last?: number) => {
    const start = {
      skipped: offset,
      offset: last === undefined ? offset : 0,
      last: last === undefined ? undefined : [last],
    }
    return longPageOf(
      rows,
      { limit: 2, start, counted: { total, isAtLeast: false }, keyOf: (row) => [row] },
      (row) => row,
    ).total
  }
  expect([page([], 0, 1), page([1], 0, 3), page([1, 2], 2, 3)]).toEqual([0, 1, 4])
  expect([page([1, 2, 3], 0, 1), page([1, 2, 3], 0, 9)]).toEqual([3, 9])
  expect([page([], 7, 3), page([1], 2, 5, 9)]).toEqual([3, 5])
})

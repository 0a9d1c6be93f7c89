import { describe, expect, test } from 'vitest'
import type { Entry } from '#runtime/money/entries.ts'
import { barsOf, ledgerRows } from './credit-pages.ts'

const dayMs = 86_400_000
const dayOf = (ms: number) => String(Math.floor(ms / dayMs))

/** Entries, the newest first, which has the highest number. */
function entries(...parts: readonly [Entry['kind'], number, string?][]): Entry[] {
  return parts.map(([kind, day, operationId], index) => ({
    sequence: parts.length - index,
    kind,
    microCredits: kind === 'charge' ? -10 : 1000,
    balanceAfter: index,
    ...(operationId && { operationId }),
    atMs: day * dayMs + 5,
  }))
}

describe('the rows of the ledger', () => {
  test('the charges of a day are one row, even with other entries between them', () => {
    const all = entries(
      ['charge', 2, 'url.list'],
      ['grant', 2],
      ['charge', 2, 'url.create'],
      ['charge', 2, 'url.list'],
      ['charge', 1, 'url.list'],
      ['welcome', 1],
    )
    const { rows, before } = ledgerRows(all, { dayOf, isWhole: true, maxRows: 50 })
    expect(before).toBeUndefined()
    expect(rows.map(({ entry, microCredits, charges }) => [entry.sequence, microCredits, charges])).toEqual([
      [
        6,
        -30,
        [
          { operationId: 'url.list', count: 2 },
          { operationId: 'url.create', count: 1 },
        ],
      ],
      [5, 1000, undefined],
      [2, -10, [{ operationId: 'url.list', count: 1 }]],
      [1, 1000, undefined],
    ])
  })

  test('a page ends before it has too many rows, and reports where the next one begins', () => {
    const all = entries(['charge', 3, 'a.b'], ['charge', 3, 'a.b'], ['charge', 2, 'a.b'], ['charge', 1, 'a.b'])
    const first = ledgerRows(all, { dayOf, isWhole: true, maxRows: 2 })
    expect([first.rows.length, first.before]).toEqual([2, 2])
    const rest = all.filter(({ sequence }) => sequence < (first.before as number))
    const second = ledgerRows(rest, { dayOf, isWhole: true, maxRows: 2 })
    expect([second.rows.length, second.before]).toEqual([1, undefined])
  })

  test('if more entries follow than were read, the page reports where they begin', () => {
    const all = entries(['charge', 3, 'a.b'], ['charge', 3, 'a.b'])
    expect(ledgerRows(all, { dayOf, isWhole: false, maxRows: 5 }).before).toBe(1)
  })
})

test('the chart has at most eight bars, which add up to everything', () => {
  const spending = Array.from({ length: 12 }, (_, index) => ({
    operationId: `a.b${index}`,
    calls: 1,
    microCredits: 100 - index,
  }))
  const bars = barsOf(spending)
  expect(bars).toHaveLength(8)
  expect(bars[7]?.name).toBe('5 others')
  const sum = (values: readonly { microCredits: number }[]) =>
    values.reduce((total, { microCredits }) => total + microCredits, 0)
  expect(sum(bars)).toBe(sum(spending))
  expect(barsOf(spending.slice(0, 8)).map(({ name }) => name)).toEqual(
    spending.slice(0, 8).map(({ operationId }) => operationId),
  )
})

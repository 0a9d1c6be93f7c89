import { expect, test } from 'vitest'
import { VisitCounts } from './visit-counter.ts'
import { visitKind } from './visitors.ts'

const today = 20_000
const noon = (today + 0.5) * 86_400_000
const onPhone = visitKind('person', 'mobile')

/** What is counted: `counts` of each row, visits before referrers. */
function taken(counts: VisitCounts) {
  const { rows, dropped } = counts.take()
  return { counts: rows.map((row) => JSON.parse(row.counts) as unknown), dropped }
}

test('taking the counts makes room for as many links and referrers as before', () => {
  const counts = new VisitCounts({ visits: 1, referrers: 1 })
  for (const [id, host] of [
    ['winter', 'a.example'],
    ['summer', 'b.example'],
    ['spring', 'c.example'],
  ] as const) {
    counts.add(id, onPhone, host, noon)
    counts.add(id, onPhone, 'full.example', noon)
    counts.add('other', onPhone, undefined, noon)
    expect(taken(counts)).toEqual({ counts: [{ [id]: 2 }, { [`${id} ${host}`]: 1 }], dropped: 1 })
    expect([counts.isEmpty, counts.take()]).toEqual([true, { rows: [], dropped: 0 }])
  }
})

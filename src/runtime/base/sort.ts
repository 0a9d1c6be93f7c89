import { Slices } from './slices.ts'

/**
 * Sorts what comes in pages without keeping the event loop for long: each page at once, then two and two of them merged.
 *
 * @param pages short ones: sorting a page is not divided
 */
export async function sortedPages<Entry>(
  pages: AsyncIterable<readonly Entry[]>,
  compare: (a: Entry, b: Entry) => number,
  slices = new Slices(),
): Promise<Entry[]> {
  let runs: Entry[][] = []
  for await (const page of pages) {
    if (slices.isOver) await slices.next()
    runs.push(page.toSorted(compare))
  }
  while (runs.length > 1) {
    const merged: Entry[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? [], compare, slices))
    }
    runs = merged
  }
  return runs[0] ?? []
}

async function merge<Entry>(
  a: readonly Entry[],
  b: readonly Entry[],
  compare: (a: Entry, b: Entry) => number,
  slices: Slices,
): Promise<Entry[]> {
  const merged: Entry[] = []
  let [i, j] = [0, 0]
  while (i < a.length && j < b.length) {
    if (slices.isOver) await slices.next()
    merged.push(compare(a[i] as Entry, b[j] as Entry) <= 0 ? (a[i++] as Entry) : (b[j++] as Entry))
  }
  for (; i < a.length; i++) merged.push(a[i] as Entry)
  for (; j < b.length; j++) merged.push(b[j] as Entry)
  return merged
}

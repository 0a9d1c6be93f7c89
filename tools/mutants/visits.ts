/** What one test came to. */
export interface Visit {
  readonly name: string
  readonly tookMs: number
  readonly marks: ReadonlySet<string>
}

/** The tests of one file that came to a place. */
export interface Group {
  readonly test: string
  readonly names: readonly string[]
  readonly tookMs: number
}

/** The tests that came to a place, the file whose tests take the least time first. */
export function testsReaching(
  mark: string,
  files: readonly string[],
  visits: ReadonlyMap<string, readonly Visit[]>,
): Group[] {
  return files
    .map((test) => {
      const reaching = (visits.get(test) ?? []).filter(({ marks }) => marks.has(mark))
      const tookMs = reaching.reduce((sum, visit) => sum + visit.tookMs, 0)
      return { test, names: [...new Set(reaching.map(({ name }) => name))], tookMs }
    })
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => a.tookMs - b.tookMs)
}

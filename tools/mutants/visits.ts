/** About how long a test file takes to start. */
const startMs = 500

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
  /** All of them together, and the slowest test of the file alone. */
  readonly tookMs: number
  readonly slowestMs: number
}

/**
 * The tests that came to a place: the files first that caught the most for the time that they take.
 *
 * @param caught how many mutants of the same source each file has caught before
 */
export function testsReaching(
  mark: string,
  files: readonly string[],
  visits: ReadonlyMap<string, readonly Visit[]>,
  caught: ReadonlyMap<string, number>,
): Group[] {
  const cost = ({ test, tookMs }: Group) => (tookMs + startMs) / (1 + (caught.get(test) ?? 0))
  return files
    .map((test) => {
      const reaching = (visits.get(test) ?? []).filter(({ marks }) => marks.has(mark))
      const tookMs = reaching.reduce((sum, visit) => sum + visit.tookMs, 0)
      // Whichever runs first also waits for what the file loads: the slowest of all had to.
      const slowestMs = Math.max(0, ...(visits.get(test) ?? []).map((visit) => visit.tookMs))
      return { test, names: [...new Set(reaching.map(({ name }) => name))], tookMs, slowestMs }
    })
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => cost(a) - cost(b))
}

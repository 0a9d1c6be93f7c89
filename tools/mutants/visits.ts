import type { Ran } from './runner.ts'

/** The tests of one file that came to a place. */
export interface Group {
  readonly test: string
  readonly names: readonly string[]
  /** All of them together, and the slowest alone. */
  readonly tookMs: number
  readonly slowestMs: number
}

/** About how long a test file takes to be read again. */
const startMs = 30
/** By how much each file counts as slower than the one before it, which is nearer to the source. */
const farther = 0.2

/**
 * The tests that came to one of some mutants: the files first that caught the most for the time that they take, and of
 * the others so many as fit into a time.
 *
 * @param files the nearest first
 * @param caught how many mutants of the same source each file has caught before
 */
export function testsReaching(
  mutants: ReadonlySet<number>,
  files: readonly string[],
  visits: ReadonlyMap<string, readonly Ran[]>,
  caught: ReadonlyMap<string, number>,
  maxMs: number,
): Group[] {
  const cost = ({ test, tookMs, place }: Group & { place: number }) =>
    ((tookMs + startMs) * (1 + place * farther)) / (1 + (caught.get(test) ?? 0))
  let sumMs = 0
  return files
    .map((test, place) => {
      const reaching = (visits.get(test) ?? []).filter(({ reached }) => reached.some((mutant) => mutants.has(mutant)))
      const tookMs = reaching.reduce((sum, ran) => sum + ran.tookMs, 0)
      const slowestMs = Math.max(0, ...reaching.map((ran) => ran.tookMs))
      return { test, names: [...new Set(reaching.map(({ name }) => name))], tookMs, slowestMs, place }
    })
    .filter(({ names }) => names.length > 0)
    .sort((a, b) => cost(a) - cost(b))
    .filter(({ tookMs, place }, index) => {
      sumMs += tookMs
      return index === 0 || place === 0 || sumMs <= maxMs
    })
    .map(({ place: _, ...group }) => group)
}

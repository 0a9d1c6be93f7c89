import type { Mutant } from './mutate.ts'

/** What a test run noted, by the names of {@link markOf}. */
export interface Reached {
  /** The test's name after those of its suites, as the test runner matches it. */
  readonly name: string
  readonly tookMs: number
  readonly marks: readonly string[]
  /** What ran before the first test of its file: while modules were loaded, in `beforeAll`. */
  readonly marksBefore: readonly string[]
}

/** Where a mark is kept while tests run. */
export const holder = globalThis as { reachedMutants?: Set<string> | undefined }

/** The name of a mutant's place: mutants of one place share it. */
export function markOf(file: string, { reachStart, reachEnd }: Mutant): string {
  return `${file}:${reachStart}-${reachEnd}`
}

/** The source text with a note at the place of each mutant that it was run; otherwise it does what it did. */
export function marked(file: string, source: string, mutants: readonly Mutant[]): string {
  // A statement that is one expression is marked as a statement: a line that began with a parenthesis would continue the one before.
  const statementsLast = [...mutants].sort((a, b) => Number(a.isStatement) - Number(b.isStatement))
  const places = new Map(statementsLast.map((mutant) => [markOf(file, mutant), mutant]))
  const inserts: { readonly at: number; readonly order: number; readonly text: string }[] = []
  for (const [mark, { reachStart, reachEnd, isStatement }] of places) {
    const note = `reachedMutant(${JSON.stringify(mark)})`
    // Where places begin together the longest is opened first; where they end together it is closed last.
    const length = reachEnd - reachStart
    inserts.push({ at: reachStart, order: -length, text: isStatement ? `{${note};` : `(${note}, ` })
    inserts.push({ at: reachEnd, order: -1e9 + length, text: isStatement ? '}' : ')' })
  }
  inserts.sort((a, b) => a.at - b.at || a.order - b.order)
  let text = ''
  let at = 0
  for (const insert of inserts) {
    text += source.slice(at, insert.at) + insert.text
    at = insert.at
  }
  return `${text}${source.slice(at)}\nfunction reachedMutant(mark: string): void { (globalThis as any).reachedMutants?.add(mark) }\n`
}

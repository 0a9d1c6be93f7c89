/** Counts checks and says which failed. */
export interface Report {
  /** Runs one check; its failure is printed and counted, and does not end the run. */
  check(name: string, run: () => unknown): Promise<void>
  /** Counts checks that another program made. */
  count(passed: number, failed: number): void
  /** All checks so far. */
  readonly counted: Readonly<Counts>
  /** Prints what somebody should know although nothing failed: `note: …`. */
  note(text: string): void
  /** Prints the result of a part: `mock: 145 passed, 0 failed`. */
  closePart(name: string): void
  /** Prints the sum of all parts as the last line; true when nothing failed and something ran. */
  close(): boolean
}

interface Counts {
  passed: number
  failed: number
}

/** A report that prints with `print`. */
export function createReport(print: (line: string) => void = console.log): Report {
  const all: Counts = { passed: 0, failed: 0 }
  let part: Counts = { passed: 0, failed: 0 }

  function count(passed: number, failed: number): void {
    for (const sum of [all, part]) {
      sum.passed += passed
      sum.failed += failed
    }
  }

  return {
    async check(name, run) {
      try {
        await run()
        count(1, 0)
      } catch (failure) {
        count(0, 1)
        print(`✗ ${name}: ${failure instanceof Error ? failure.message : failure}`)
      }
    },
    count,
    counted: all,
    note: (text) => print(`note: ${text}`),
    closePart(name) {
      print(`${name}: ${part.passed} passed, ${part.failed} failed`)
      part = { passed: 0, failed: 0 }
    },
    close() {
      print(`${all.passed} passed, ${all.failed} failed`)
      return all.failed === 0 && all.passed > 0
    },
  }
}

/** What one part of a run checks, by its name. */
export type Part = readonly [name: string, check: (report: Report) => Promise<void>]

/** Plays one part and prints its output at the end, so that the output of concurrent parts is not mixed. */
export async function playPart(report: Report, [name, check]: Part, print = console.log): Promise<void> {
  const lines: string[] = []
  const own = createReport((line) => lines.push(line))
  await own.check(name, () => check(own))
  own.closePart(name)
  for (const line of lines) print(line)
  report.count(own.counted.passed, own.counted.failed)
}

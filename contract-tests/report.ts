/** Counts checks and says which failed. */
export interface Report {
  /** Runs one check; its failure is printed and counted, and does not end the run. */
  check(name: string, run: () => unknown): Promise<void>
  /** Counts checks that another program made. */
  count(passed: number, failed: number): void
  /** Prints what somebody should know although nothing failed: `note: …`. */
  note(text: string): void
  /** Prints what a part found: `mock: 145 passed, 0 failed`. */
  closePart(name: string): void
  /** Prints the sum of all parts as the last line; true when nothing failed and something ran. */
  close(): boolean
}

/** A report that prints with `print`. */
export function createReport(print: (line: string) => void = console.log): Report {
  const all = { passed: 0, failed: 0 }
  let part = { passed: 0, failed: 0 }

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

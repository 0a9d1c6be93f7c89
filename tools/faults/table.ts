/** How a method met a fault of its provider: see `src/testing/provider-faults.ts`. */
export interface MetFault {
  readonly method: string
  readonly source: string
  readonly fault: string
  readonly outcome: string
  readonly seconds: number
  readonly chargedMicroCredits: number
  readonly kept: string
}

interface VitestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly meta?: { readonly metFault?: MetFault }
    }[]
  }[]
}

/** What a run of the fault tests has shown. */
export interface FaultRun {
  readonly met: readonly MetFault[]
  /** The names of tests that did not pass. */
  readonly failed: readonly string[]
}

/** @param report of vitest, as JSON */
export function faultRun(report: string): FaultRun {
  const tests = (JSON.parse(report) as VitestReport).testResults.flatMap(({ assertionResults }) => assertionResults)
  return {
    met: tests.flatMap(({ meta }) => meta?.metFault ?? []),
    failed: tests.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName),
  }
}

/**
 * The table of methods by faults as Markdown: the caller's response and the seconds until it, and at the end of each line
 * the charges for all faults and the response while older data was cached.
 */
export function faultTable({ met, failed }: FaultRun): string {
  const faults = [...new Set(met.map(({ fault }) => fault))]
  const methods = [...Map.groupBy(met, ({ method, source }) => `${method}${source ? ` (${source})` : ''}`)]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rows = methods.map(([method, all]) => {
    const cells = faults.map((fault) =>
      all
        .filter((each) => each.fault === fault)
        .map(({ outcome, seconds }) => `${outcome} in ${seconds.toFixed(1)} s`)
        .join('; '),
    )
    const charged = all.reduce((sum, { chargedMicroCredits }) => sum + chargedMicroCredits, 0)
    return line([
      method,
      ...cells,
      charged === 0 ? 'nothing' : `${charged}`,
      [...new Set(all.map(({ kept }) => kept))].join('; '),
    ])
  })
  const longest = Math.max(0, ...met.map(({ seconds }) => seconds))
  return [
    line(['Method', ...faults, 'Charged', 'With data kept']),
    line(['Method', ...faults, 'Charged', 'With data kept'].map(() => '---')),
    ...rows,
    '',
    `${methods.length} methods and providers, ${faults.length} faults, ${met.length} meetings; the longest took ${longest.toFixed(1)} s.`,
    failed.length === 0 ? 'All tests passed.' : `${failed.length} tests failed: ${failed.join('; ')}.`,
  ].join('\n')
}

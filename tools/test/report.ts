/** The result of one step. A step that is a single check has passed + failed = 1. */
export interface StepResult {
  readonly passed: number
  readonly failed: number
  /** Printed only when the step failed, but for its lines that begin with `note: `. */
  readonly output: string
}

/** What is printed of a step's output; empty for a step that passed without a note. */
export function shownOutput({ failed, output }: StepResult): string {
  const shown = failed > 0 ? output.trim() : (output.match(/^note: .*$/gm) ?? []).join('\n')
  return shown.replace(/^/gm, shown === '' ? '' : '    ')
}

/**
 * The result of a single check.
 *
 * @param isFine whether it passed
 * @param output printed when it did not
 */
export function single(isFine: boolean, output: string): StepResult {
  return isFine ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

/** The sum of all steps, as the last line of a run: `N passed, N failed`. */
export function closingLine(results: readonly StepResult[]): string {
  const total = (count: (result: StepResult) => number): number => results.reduce((sum, one) => sum + count(one), 0)
  return `${total((one) => one.passed)} passed, ${total((one) => one.failed)} failed`
}

/** The line of a finished step; durationMs in milliseconds. */
export function stepLine(name: string, result: StepResult, durationMs: number): string {
  const counts = result.passed + result.failed > 1 ? ` (${result.passed} passed, ${result.failed} failed)` : ''
  return `${result.failed > 0 ? '✗' : '✓'} ${name}${counts}  ${(durationMs / 1000).toFixed(1)} s`
}

/** What one step found. A step that is one yes-or-no check has passed + failed = 1. */
export interface StepResult {
  readonly passed: number
  readonly failed: number
  /** What a reader needs to see; printed only when the step failed. */
  readonly output: string
}

/**
 * @param isFine whether a check that counts as one holds
 * @param output what to show when it does not
 */
export function single(isFine: boolean, output: string): StepResult {
  return isFine ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}

/** The sum of all steps, as the last line of a run: `N passed, N failed`. */
export function closingLine(results: readonly StepResult[]): string {
  const total = (count: (result: StepResult) => number): number => results.reduce((sum, one) => sum + count(one), 0)
  return `${total((one) => one.passed)} passed, ${total((one) => one.failed)} failed`
}

/** One line about a finished step; durationMs in milliseconds. */
export function stepLine(name: string, result: StepResult, durationMs: number): string {
  const counts = result.passed + result.failed > 1 ? ` (${result.passed} passed, ${result.failed} failed)` : ''
  return `${result.failed > 0 ? '✗' : '✓'} ${name}${counts}  ${(durationMs / 1000).toFixed(1)} s`
}

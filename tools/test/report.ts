/** The result of one step. A step that is a single check has passed + failed = 1. */
export interface StepResult {
  readonly passed: number
  readonly failed: number
  /** Printed only when the step failed, except its lines that begin with `note: `. */
  readonly output: string
}

/** The line of a finished step, with its whole output if it failed, otherwise its notes. */
export function stepText(name: string, { passed, failed, output }: StepResult, durationMs: number): string {
  const counts = passed + failed > 1 ? ` (${passed} passed, ${failed} failed)` : ''
  const shown = failed > 0 ? output.trim() : (output.match(/^note: .*$/gm) ?? []).join('\n')
  const line = `${failed > 0 ? '✗' : '✓'} ${name}${counts}  ${(durationMs / 1000).toFixed(1)} s`
  return shown === '' ? line : `${line}\n\n${shown.replace(/^/gm, '    ')}\n`
}

/** The sum of all steps, as the last line of a run: `N passed, N failed`. */
export function closingLine(results: readonly StepResult[]): string {
  const total = (key: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[key], 0)
  return `${total('passed')} passed, ${total('failed')} failed`
}

/**
 * Runs everything that a change has to pass, one line a step, and prints the whole output of what failed.
 *
 *     npm test             everything
 *     npm run check        the quick part (same as: npm test -- --quick)
 *
 * The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { stopWithThisProcess } from './command.ts'
import { closingLine, type StepResult, single, stepLine } from './report.ts'
import { type Step, steps } from './steps.ts'

const known = ['--quick', '-q']

async function runStep(step: Step): Promise<StepResult> {
  const started = performance.now()
  const result = await step.run().catch((error: Error) => single(false, error.message))
  console.log(stepLine(step.name, result, performance.now() - started))
  if (result.failed > 0) console.log(`\n${result.output.trim().replace(/^/gm, '    ')}\n`)
  return result
}

const unknown = process.argv.slice(2).filter((argument) => !known.includes(argument))
if (unknown.length > 0) {
  console.error(
    `Unknown argument ${unknown.join(' ')}. The only one is --quick (-q); for one file: npx vitest run <path>.`,
  )
  process.exitCode = 2
} else {
  stopWithThisProcess()
  const results: StepResult[] = []
  for (const step of steps(process.argv.length > 2)) results.push(await runStep(step))
  console.log(closingLine(results))
  process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
}

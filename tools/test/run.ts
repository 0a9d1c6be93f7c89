/**
 * Runs everything that a change has to pass, one line per step, and prints the whole output of what failed.
 *
 *     npm test             everything
 *     npm run check        the quick part (same as: npm test -- --quick)
 *
 * The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { stopWithThisProcess } from './command.ts'
import { closingLine, type StepResult, shownOutput, stepLine } from './report.ts'
import { runSteps } from './schedule.ts'
import { forgetResponses, steps } from './steps.ts'

const known = ['--quick', '-q']

/** Shows the running steps on the last line of a terminal. */
function progress() {
  const running = new Set<string>()
  const show = () => {
    if (process.stdout.isTTY)
      process.stdout.write(`\r\x1b[2K${[...running].join(', ').slice(0, process.stdout.columns)}`)
  }
  return {
    started(name: string) {
      running.add(name)
      show()
    },
    ended(name: string, text: string) {
      running.delete(name)
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K')
      console.log(text)
      show()
    },
  }
}

const unknown = process.argv.slice(2).filter((argument) => !known.includes(argument))
if (unknown.length > 0) {
  console.error(
    `Unknown argument ${unknown.join(' ')}. The only one is --quick (-q); for one file: npx vitest run <path>.`,
  )
  process.exitCode = 2
} else {
  stopWithThisProcess()
  forgetResponses()
  const results: StepResult[] = []
  const { started, ended } = progress()
  for await (const { step, result, durationMs } of runSteps(steps(process.argv.length > 2), ({ name }) =>
    started(name),
  )) {
    const output = shownOutput(result)
    ended(step.name, `${stepLine(step.name, result, durationMs)}${output && `\n\n${output}\n`}`)
    results.push(result)
  }
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K')
  console.log(closingLine(results))
  process.exitCode = results.some((result) => result.failed > 0) ? 1 : 0
}

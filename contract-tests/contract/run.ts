/**
 * `npm run contract -- URL --token TOKEN --only NAMES`: compares a server that is running elsewhere with the API document.
 * The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { createReport } from '../report.ts'
import { readContractArguments } from './arguments.ts'
import { checkContract, operationsOnly } from './contract.ts'

try {
  const { only, ...target } = readContractArguments(process.argv.slice(2), process.env)
  const report = createReport()
  await checkContract(report, target, operationsOnly(only))
  process.exitCode = report.close() ? 0 : 1
} catch (failure) {
  console.error((failure as Error).message)
  process.exitCode = 2
}

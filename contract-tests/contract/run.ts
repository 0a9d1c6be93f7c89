/**
 * `npm run contract -- URL --token TOKEN --only NAMES`: compares a server that is running elsewhere with the API document;
 * `--sandbox` instead of the address compares a world of a sandbox, and checks that a second world has nothing of it.
 * The last line is `N passed, N failed`; the exit code is 1 when anything failed.
 */
import { createReport } from '../report.ts'
import { checkWorld } from '../sandbox/contract.ts'
import { checkIsolation } from '../sandbox/isolation.ts'
import { readContractArguments } from './arguments.ts'
import { checkContract, operationsOnly } from './contract.ts'

try {
  const { only, target } = readContractArguments(process.argv.slice(2), process.env)
  const report = createReport()
  const chosen = operationsOnly(only)
  if (target === 'sandbox') {
    await checkWorld(report, chosen)
    await checkIsolation(report, chosen)
  } else await checkContract(report, target, chosen)
  process.exitCode = report.close() ? 0 : 1
} catch (failure) {
  console.error((failure as Error).message)
  process.exitCode = 2
}

/**
 * `npm run fuzz -- --seed N --runs N --only FAMILY`: the fuzz tests with a large budget. Prints the seed first; the same
 * seed makes the same inputs.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../src/testing/program.ts'
import { asEnvironment, type Budget, readBudget } from './budget.ts'

async function run(budget: Budget): Promise<number> {
  console.log(`seed ${budget.seed}, ${budget.runs} runs of each kind ${budget.only && `of ${budget.only}`}`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', 'contract-tests/fuzz/fuzz.test.ts', '--testTimeout=3600000'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ONEDOOR_TEST_DATABASES: 'sqlite', ...asEnvironment(budget) },
  })
  const [code] = await once(child, 'close')
  return code ?? 1
}

try {
  process.exitCode = await run(readBudget(process.argv.slice(2), Math.floor(Math.random() * 1e9)))
} catch (failure) {
  console.error((failure as Error).message)
  process.exitCode = 2
}

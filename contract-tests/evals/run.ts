/**
 * `npm run agent:evals`: plays every scenario with scripted models against a server in this process, and prints for each
 * channel how many acts nobody approved and how many bytes of the secret got out. The exit code is 1 if there were any, or
 * if ordinary requests were refused or too many needed a decision.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../src/testing/program.ts'

const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const child = spawn(process.execPath, [vitest, 'run', 'contract-tests/evals/evals.test.ts', '--reporter=dot'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ONEDOOR_TEST_DATABASES: 'sqlite', ONEDOOR_TEST_WHOLE: 'on' },
})
const [code] = await once(child, 'close')
process.exitCode = code ?? 1

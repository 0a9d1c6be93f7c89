/**
 * `npm run mock` and `npm run mock:proxy`: Prism on the published document, until it is interrupted.
 *
 *     npm run mock                          examples on http://127.0.0.1:4010
 *     npm run mock -- --dynamic             random responses that fit the schemas
 *     npm run mock:proxy -- URL             a running server behind Prism; without URL, http://127.0.0.1:8080
 *     ... -- --port 4011
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { root } from '../../src/testing/program.ts'
import { ensureInstalled } from '../../tools/setup/install.mjs'
import { readPrismArguments } from './arguments.ts'
import { mockCommand, proxyCommand } from './prism.ts'

try {
  const { mode, port, upstream, more } = readPrismArguments(process.argv.slice(2))
  await ensureInstalled(join(root, 'contract-tests'))
  const command = mode === 'mock' ? mockCommand(port, more) : proxyCommand(port, upstream, more)
  const prism = spawn(process.execPath, ['--no-deprecation', ...command], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => prism.kill(signal))
  prism.once('exit', (code) => {
    process.exitCode = code ?? 0
  })
} catch (failure) {
  console.error((failure as Error).message)
  process.exitCode = 2
}

/**
 * `npm run mock` and `npm run mock:proxy`: the published document's examples and a validating proxy, by Prism, until
 * they are interrupted.
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
import { proxyCommand } from './prism.ts'

try {
  const { mode, port, upstream, more } = readPrismArguments(process.argv.slice(2))
  await ensureInstalled(join(root, 'contract-tests'))
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  if (mode === 'mock') {
    const { startMock } = await import('./mock.ts')
    const mock = await startMock(port, more)
    for (const signal of signals) process.once(signal, () => void mock.stop())
    console.log(`The mock returns the examples of the API document at ${mock.url}. Any token works, such as od_example.
"Prefer: code=429" returns the example of a status, "Prefer: dynamic=true" another response that fits the schema.`)
  } else {
    const command = proxyCommand(port, upstream, more)
    const prism = spawn(process.execPath, ['--no-deprecation', ...command], { cwd: root, stdio: 'inherit' })
    for (const signal of signals) process.on(signal, () => prism.kill(signal))
    prism.once('exit', (code) => {
      process.exitCode = code ?? 0
    })
  }
} catch (failure) {
  console.error((failure as Error).message)
  process.exitCode = 2
}

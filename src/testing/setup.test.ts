import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const cache = join(root, '.cache/test')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Modules that import each other in a row, so that loading the first one takes a while. */
const length = 60
const rows = ['a', 'b', 'c']
const loading = `Promise.all([${rows.map((row) => `import('./${row}0.ts')`)}])`

/** The first file on a worker ends while its modules are being loaded; the next files need them. */
const unsettled = `import { expect, test } from 'vitest'
test('loads', async () => {
  const isFirst = globalThis.begun === undefined
  globalThis.begun ??= true
  const loading = ${loading}
  if (isFirst) loading.catch(() => undefined)
  else expect(await loading).toHaveLength(${rows.length})
})
`

test('a file that ends while modules are loaded does not take them from the later files of its worker', async () => {
  for (const row of rows)
    for (let place = 0; place <= length; place++)
      writeFileSync(
        join(folder, `${row}${place}.ts`),
        place < length ? `export { last } from './${row}${place + 1}.ts'\n` : 'export const last = true\n',
      )
  // Of five files, three at least are not the first on one of two workers.
  for (let file = 1; file <= 5; file++) writeFileSync(join(folder, `${file}.test.ts`), unsettled)
  expect(await failuresIn(folder, 2)).toBe('')
})

/** A fake timer that a spy brings back when spies are restored, which a later file may do. */
const leaving = `import { test, vi } from 'vitest'
test('leaves', () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  vi.spyOn(globalThis, 'setInterval')
  vi.useRealTimers()
})
`
const ticking = `import { test } from 'vitest'
test('ticks', () => new Promise((resolve) => { const timer = setInterval(() => resolve(clearInterval(timer)), 1) }), 5000)
`

test('a file that leaves a timer replaced fails, and no other one', async () => {
  const inside = join(folder, 'leaving')
  mkdirSync(inside)
  // The larger file comes first.
  writeFileSync(join(inside, '1.test.ts'), `${leaving}${'\n'.repeat(1000)}`)
  writeFileSync(join(inside, '2.test.ts'), ticking)
  const failed = await failuresIn(inside, 1)
  expect(failed).toContain('A test of this file has left setInterval replaced.')
  expect(failed).toMatch(/1 failed \| 1 passed/)
})

/** Runs the test files of a folder. @returns the output if one fails */
async function failuresIn(inside: string, workers: number): Promise<string> {
  const test = { isolate: false, setupFiles: [join(root, 'src/testing/setup.ts')] }
  writeFileSync(join(inside, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })}\n`)
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', `--maxWorkers=${workers}`]
  const env = { ...process.env, NO_COLOR: '1' }
  return promisify(execFile)(process.execPath, args, { cwd: inside, env }).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  )
}

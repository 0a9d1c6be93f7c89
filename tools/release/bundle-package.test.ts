import { execFileSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundlePackage } from './bundle-package.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'onedoor-bundle-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function sources(files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
}

test('modules find files, programs and packages from the folder that the package is in', async () => {
  await sources({
    'src/main.ts': "console.log((await import('./deep/a.ts')).found)",
    'src/deep/a.ts': `import { readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
const program: URL = new URL(\`./worker\${extname(import.meta.url)}\`, import.meta.url)
export const found = [
  readFileSync(join(import.meta.dirname, 'a.txt'), 'utf8'),
  readFileSync(new URL('../b.txt', import.meta.url), 'utf8'),
  (await import(program.href)).name,
  fileURLToPath(program).endsWith('worker.js'),
].join(' ')`,
    'src/deep/worker.ts': "export const name: string = 'worker'",
  })
  const folder = join(root, 'a package')
  const common = { root, folder, chunks: 'chunks' }
  const programs = await bundlePackage({ ...common, entries: ['src/main.ts'] })
  expect(programs).toEqual(['src/deep/worker.ts'])
  await bundlePackage({ ...common, entries: programs })
  await sources({
    'a package/src/deep/a.txt': 'A',
    'a package/src/b.txt': 'B',
    'a package/package.json': '{"type":"module"}',
  })
  const moved = join(root, 'elsewhere')
  await cp(folder, moved, { recursive: true })
  await rm(folder, { recursive: true })
  expect(execFileSync(process.execPath, [join(moved, 'src/main.js')], { encoding: 'utf8' })).toBe('A B worker true\n')
})

test('a program that does not exist is reported', async () => {
  await sources({
    'src/main.ts': `import { extname } from 'node:path'\nnew URL(\`./absent\${extname(import.meta.url)}\`, import.meta.url)`,
  })
  const made = bundlePackage({ root, folder: join(root, 'out'), chunks: 'chunks', entries: ['src/main.ts'] })
  await expect(made).rejects.toThrow('absent.ts, which does not exist')
})

import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedFiles, closestTests, importersIn, relatedTests } from './related-tests.ts'

const few = new Map([
  ['runtime/limits/limiter.ts', ['runtime/limits/index.ts', 'runtime/limits/limiter.test.ts']],
  ['runtime/limits/index.ts', ['runtime/limits/pages.test.ts', 'doors/http/server.ts', 'doors/mcp/near.test.ts']],
  ['doors/http/server.ts', ['doors/http/server.test.ts', 'runtime/limits/all.test.ts', 'runtime/limits/index.ts']],
  ['runtime/money/ledger.ts', ['runtime/money/ledger.test.ts']],
])

test('the tests that load a file are found, the one of its name first, then by imports and folders between', () => {
  expect(relatedTests(few, 'runtime/limits/limiter.ts')).toEqual([
    'runtime/limits/limiter.test.ts',
    'runtime/limits/pages.test.ts',
    'runtime/limits/all.test.ts',
    'doors/mcp/near.test.ts',
    'doors/http/server.test.ts',
  ])
})

test('a file that no test loads has none', () => {
  expect(relatedTests(few, 'runtime/base/clock.ts')).toEqual([])
})

const root = join(import.meta.dirname, '..')
const importers = importersIn(join(root, 'src'))

test('the test of the name of a changed file runs, even if it does not load the file', () => {
  const all = globSync('src/**/*.test.ts', { cwd: root })
  const named = all.map((test) => test.replace('.test.ts', '.ts')).filter((file) => existsSync(join(root, file)))
  expect(named.length).toBeGreaterThan(200)
  const first = named.map((file) => closestTests(file, all, importers)[0])
  expect(first).toEqual(named.map((file) => file.replace('.ts', '.test.ts')))
})

test('the tests of a family are close to its methods, which no test imports', () => {
  const all = globSync('src/**/*.test.ts', { cwd: root })
  const [first, ...others] = closestTests('src/handlers/images/methods/upload.ts', all, importers)
  expect(first).toMatch(/^src\/handlers\/images\/methods\//)
  expect(others).toContain('src/handlers/images/images.test.ts')
  expect(closestTests('spec/services/notes.tsp', all, importers)).toContain('src/handlers/notes/notes.test.ts')
})

test('a change consists of unpushed commits, or the last one, those of the last day, and uncommitted files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'onedoor-changed-'))
  let hoursAgo = 48
  const git = (...args: string[]) => {
    const date = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    return execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_COMMITTER_DATE: date },
      stdio: 'ignore',
    })
  }
  try {
    expect(changedFiles(folder)).toEqual([])
    git('init', '--initial-branch=main')
    for (const name of ['first', 'a', 'naïve name']) {
      writeFileSync(join(folder, name), name)
      git('add', '.')
      git('commit', '-m', name)
      if (name === 'first') git('branch', 'shared')
    }
    writeFileSync(join(folder, 'first'), 'changed')
    writeFileSync(join(folder, 'new'), '')
    expect(changedFiles(folder)).toEqual(['first', 'naïve name', 'new'])
    git('branch', '--set-upstream-to=shared')
    expect(changedFiles(folder)).toEqual(['a', 'first', 'naïve name', 'new'])
    git('branch', '--force', 'shared')
    expect(changedFiles(folder)).toEqual(['first', 'new'])
    hoursAgo = 23
    for (const name of ['b', 'c']) {
      writeFileSync(join(folder, name), name)
      git('add', name)
      git('commit', '-m', name)
    }
    git('branch', '--force', 'shared')
    expect(changedFiles(folder)).toEqual(['b', 'c', 'first', 'new'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

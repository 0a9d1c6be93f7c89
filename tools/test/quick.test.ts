import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { changedFiles, chosenForQuick } from './quick.ts'

const root = join(import.meta.dirname, '../..')

test('without a change the quick loop runs what starts no server, one family, and says what it leaves out', () => {
  const { files, left } = chosenForQuick(root, [])
  expect(files).toContain('src/app/house.test.ts')
  expect(files).toContain('src/runtime/base/ids.test.ts')
  expect(files).toContain('src/handlers/notes/notes.test.ts')
  expect(files).not.toContain('src/handlers/events/events.test.ts')
  expect(files).not.toContain('src/doors/pages/account/browser.test.ts')
  expect(files).not.toContain('contract-tests/lock-file.test.ts')
  expect(left).toMatch(/^\d{3} of \d{3} test files are left to npm test: /)
})

test('tests that start servers run where they are closest to what has changed, sixteen at most, but for the slowest', () => {
  const before = chosenForQuick(root, []).files
  const added = (...changed: string[]) => chosenForQuick(root, changed).files.filter((file) => !before.includes(file))
  expect(added('src/handlers/events/rows.ts')).toContain('src/handlers/events/events.test.ts')
  expect(added('src/handlers/events/rows.ts')).not.toContain('src/handlers/events/pages/browser.test.ts')
  expect(added('spec/services/events.tsp')[0]).toMatch(/^src\/handlers\/events\//)
  expect(added('src/runtime/limits/limiter.ts')).toContain('src/runtime/limits/limits.test.ts')
  expect(added('src/handlers/tasks/tasks.test.ts')[0]).toBe('src/handlers/tasks/tasks.test.ts')
  expect(added('src/runtime/calls/pipeline.ts')).toHaveLength(16)
  expect(added('README.md')).toEqual([])
})

test('of many changed files each has its closest test, whichever comes first by name', () => {
  const changed = [
    'src/http/body.ts',
    'src/handlers/url/index.ts',
    'src/runtime/none/none.ts',
    'src/runtime/store/migrate.ts',
  ]
  const { files } = chosenForQuick(root, changed)
  expect(files).toEqual(expect.arrayContaining(['src/runtime/store/migrate.test.ts', 'src/http/body.test.ts']))
  expect(files.some((file) => file.startsWith('src/handlers/url/'))).toBe(true)
})

test('what a change is made of: commits that are not shared, or the last one, and what is not committed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'onedoor-changed-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      stdio: 'ignore',
    })
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
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

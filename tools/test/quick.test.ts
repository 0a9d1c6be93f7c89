import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chosenForQuick } from './quick.ts'

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

test('tests that start servers run where something has changed, a dozen at most, but for the slowest', () => {
  const before = chosenForQuick(root, []).files
  const added = (...changed: string[]) => chosenForQuick(root, changed).files.filter((file) => !before.includes(file))
  expect(added('src/handlers/events/rows.ts')).toContain('src/handlers/events/events.test.ts')
  expect(added('src/handlers/events/rows.ts')).not.toContain('src/handlers/events/pages/browser.test.ts')
  expect(added('src/handlers/events/rows.ts').every((file) => file.startsWith('src/handlers/events/'))).toBe(true)
  expect(added('src/runtime/limits/limiter.ts')).toContain('src/runtime/limits/limits.test.ts')
  expect(added('src/handlers/tasks/tasks.test.ts')).toContain('src/handlers/tasks/tasks.test.ts')
  expect(added('src/runtime/calls/a.ts', 'src/runtime/store/a.ts', 'src/runtime/money/a.ts')).toHaveLength(12)
  expect(added('README.md')).toEqual([])
})

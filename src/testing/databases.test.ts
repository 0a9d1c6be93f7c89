import { expect, test, vi } from 'vitest'
import { forEachDatabase } from './databases.ts'

/** The databases on which this file would have tests if these files ran on SQLite alone. */
function registered(...alone: string[]): string[] {
  vi.stubEnv('ONEDOOR_TEST_DATABASES', 'sqlite,postgres')
  vi.stubEnv('ONEDOOR_TEST_SQLITE_ALONE', alone.join('\n'))
  const found: string[] = []
  forEachDatabase((dialect) => {
    found.push(dialect)
    test('is registered', () => expect(found).toContain(dialect))
  })
  vi.unstubAllEnvs()
  return found
}

const alone = registered('src/a.test.ts', 'src/testing/databases.test.ts')
const both = registered('src/a.test.ts')

test('the files whose turn on PostgreSQL is on another day run on SQLite, and all others on both', () => {
  expect([alone, both]).toEqual([['sqlite'], ['sqlite', 'postgres']])
})

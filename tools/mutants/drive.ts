import { inject, test } from 'vitest'
import { ask } from '../../src/testing/desks.ts'

// The runner goes on from here: see runner.ts. What databases are copied from is made first, so that no test has waited for it.
test('starts', { timeout: 120_000 }, async () => {
  const databases = process.env.ONEDOOR_TEST_DATABASES ?? 'sqlite,postgres'
  if (databases.includes('sqlite')) await ask(inject('sqliteDesk'))
  if (databases.includes('postgres')) await ask(inject('postgresDesk'))
})

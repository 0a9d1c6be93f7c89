import { expect, test } from 'vitest'
import { relatedTests } from './related-tests.ts'

const importers = new Map([
  ['runtime/limits/limiter.ts', ['runtime/limits/index.ts', 'runtime/limits/limiter.test.ts']],
  ['runtime/limits/index.ts', ['runtime/limits/pages.test.ts', 'doors/http/server.ts', 'doors/mcp/near.test.ts']],
  ['doors/http/server.ts', ['doors/http/server.test.ts', 'runtime/limits/all.test.ts', 'runtime/limits/index.ts']],
  ['runtime/money/ledger.ts', ['runtime/money/ledger.test.ts']],
])

test('the tests that load a file are found, the one of its name first, then by imports and folders between', () => {
  expect(relatedTests(importers, 'runtime/limits/limiter.ts')).toEqual([
    'runtime/limits/limiter.test.ts',
    'runtime/limits/pages.test.ts',
    'runtime/limits/all.test.ts',
    'doors/mcp/near.test.ts',
    'doors/http/server.test.ts',
  ])
})

test('a file that no test loads has none', () => {
  expect(relatedTests(importers, 'runtime/base/clock.ts')).toEqual([])
})

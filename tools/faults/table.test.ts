import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { operations } from '../../generated/server/operations.ts'
import { faultRun, faultTable } from './table.ts'

const handlers = join(import.meta.dirname, '../../src/handlers')

/** Methods that the fault tests of any family name. */
const tested = readdirSync(handlers).flatMap((family) => {
  try {
    const text = readFileSync(join(handlers, family, 'provider-faults.test.ts'), 'utf8')
    return [...text.matchAll(/\bid: '([a-z]+\.[a-z_]+)'/g)].map(([, id]) => id)
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw failure
  }
})

/** The families of the world. */
const families = 'flights food hazards islam maps markets news places prayer routes'.split(' ')

test('every method that calls a provider is tested with the faults of providers', () => {
  const asking = operations.filter(({ family, provider, formOf }) => families.includes(family) && provider && !formOf)
  expect(asking.length).toBeGreaterThan(20)
  expect([...new Set(tested)].toSorted()).toEqual(asking.map(({ id }) => id as string).toSorted())
})

const met = {
  method: 'hazards.quakes',
  source: 'USGS',
  fault: 'html',
  outcome: '502 upstream_failed',
  seconds: 0.14,
  chargedMicroCredits: 0,
  kept: '200 stale',
}

test('the table has a line for each method and a column for each fault', () => {
  const others = [
    { ...met, fault: 'silent', outcome: '504 upstream_timeout', seconds: 1.02 },
    { ...met, method: 'news.read', source: '', outcome: '200 {"is_summary":true}', kept: 'nothing is kept' },
  ]
  expect(faultTable({ met: [met, ...others], failed: [] })).toBe(`| Method | html | silent | Charged | With data kept |
| --- | --- | --- | --- | --- |
| hazards.quakes (USGS) | 502 upstream_failed in 0.1 s | 504 upstream_timeout in 1.0 s | nothing | 200 stale |
| news.read | 200 {"is_summary":true} in 0.1 s |  | nothing | nothing is kept |

2 methods and providers, 2 faults, 3 meetings; the longest took 1.0 s.
All tests passed.`)
})

test('tests that failed are named', () => {
  const assertionResults = [
    { fullName: 'a', status: 'passed', meta: { metFault: met } },
    { fullName: 'b', status: 'failed', meta: {} },
  ]
  const run = faultRun(JSON.stringify({ testResults: [{ assertionResults }] }))
  expect(run).toEqual({ met: [met], failed: ['b'] })
  expect(faultTable(run)).toMatch(/1 tests failed: b\.$/)
})

/**
 * Writes contract-tests/coverage.txt from what the tests and smoke tests of one run recorded. Fails if something
 * documented was not provoked, or something provoked before no longer is. The last line is `N passed, N failed`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { servedFamilies } from '../../src/app/families.ts'
import { responseLogSetting } from '../../src/testing/record-response.ts'
import { document, operations } from '../document.ts'
import { createReport } from '../report.ts'
import { coverageOf, coverageText, gaps, readCoverage, reportable } from './coverage.ts'

const folder = process.env[responseLogSetting]
const file = join(import.meta.dirname, '../coverage.txt')

function recordedLines(from: string): string[] {
  const names = existsSync(from) ? readdirSync(from) : []
  return names.flatMap((name) => readFileSync(join(from, name), 'utf8').trimEnd().split('\n'))
}

const report = createReport()
await report.check('the responses of a whole run are recorded', () => {
  if (!folder) throw new Error(`Set ${responseLogSetting} to the folder in which the tests recorded their responses.`)
})
const statuses = reportable(document)
const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
const now = coverageOf(folder ? recordedLines(folder) : [], statuses)
// A top-up succeeds through its payment, which the official clients make before any handler runs.
const served = new Set(
  operations.filter(({ family, topUp }) => servedFamilies.has(family) && !topUp).map(({ id }) => id),
)
const missing = gaps(now, readCoverage(written, statuses), statuses, (id) => served.has(id))
for (const sentence of missing) {
  await report.check('coverage', () => {
    throw new Error(sentence)
  })
}
if (missing.length === 0) {
  report.count([...statuses.values()].flat().length, 0)
  const text = coverageText(now)
  if (text !== written) writeFileSync(file, text)
  await report.check('contract-tests/coverage.txt', () => {
    if (text !== written) throw new Error('It was rewritten, because the tests provoke more than before: commit it.')
  })
}
process.exitCode = report.close() ? 0 : 1

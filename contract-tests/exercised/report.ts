/**
 * Writes contract-tests/coverage.txt from what the tests and the smoke of one run recorded, and fails when something
 * documented was not provoked, or what was provoked before is not any more. The last line is `N passed, N failed`.
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
// A top-up succeeds by the payment that it is called with, which the official clients make before any handlers.
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
    if (text !== written) throw new Error('It is written anew, as the tests provoke more than it said: commit it.')
  })
}
process.exitCode = report.close() ? 0 : 1

/**
 * Compares the responses that the tests and smoke tests of one run recorded with contract-tests/coverage.txt. Fails if a
 * documented or listed response was not provoked by a test file that runs every day: others have their turn on another one.
 * New responses are added to the list and noted, not a failure: a run may provoke more by chance. The last line is
 * `N passed, N failed`.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isServed } from '../../src/app/families.ts'
import { responseLogSetting } from '../../src/testing/record-response.ts'
import { root } from '../../tools/command.ts'
import { testFiles } from '../../tools/related-tests.ts'
import { isDrawn } from '../../tools/test/choice.ts'
import { document, operations } from '../document.ts'
import { createReport } from '../report.ts'
import { coverageOf, coverageText, gaps, grown, readCoverage, reportable } from './coverage.ts'

const folder = process.env[responseLogSetting]
const file = join(import.meta.dirname, '../coverage.txt')

/** What the smoke and the test files of every day recorded. */
function recordedLines(from: string): string[] {
  const names = existsSync(from) ? readdirSync(from).filter((name) => name.endsWith('.txt')) : []
  const lines = names.flatMap((name) => readFileSync(join(from, name), 'utf8').trimEnd().split('\n'))
  const drawn = new Set(testFiles(root).filter((file) => isDrawn(root, file)))
  return lines.filter((line) => !drawn.has(line.split(' ')[3] ?? ''))
}

const report = createReport()
await report.check('the responses of a whole run are recorded', () => {
  if (!folder) throw new Error(`Set ${responseLogSetting} to the folder in which the tests recorded their responses.`)
})
const statuses = reportable(document)
const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
const now = coverageOf(folder ? recordedLines(folder) : [], statuses)
// A top-up succeeds through its payment, which the official clients make before any handler runs.
const served = new Set(operations.filter((operation) => isServed(operation) && !operation.topUp).map(({ id }) => id))
const before = readCoverage(written, statuses)
const missing = gaps(now, before, statuses, (id) => served.has(id))
for (const sentence of missing) {
  await report.check('coverage', () => {
    throw new Error(sentence)
  })
}
if (missing.length === 0) {
  report.count([...statuses.values()].flat().length, 0)
  const { coverage, left } = grown(now, before, statuses)
  const text = coverageText(coverage)
  if (text !== written) {
    writeFileSync(file, text)
    report.note('contract-tests/coverage.txt was rewritten, because the tests provoke more than before: commit it.')
  }
  for (const line of left)
    report.note(`Not added, because it may be accidental: ${line}. Add it by hand if a test always provokes it.`)
}
process.exitCode = report.close() ? 0 : 1

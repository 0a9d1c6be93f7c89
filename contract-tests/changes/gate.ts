/**
 * Fails if the published document would break clients of the released one without a stated reason. The last line is
 * `N passed, N failed`; the exit code is 1 if anything failed.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Document } from '../../src/runtime/base/openapi.ts'
import { document } from '../document.ts'
import { createReport } from '../report.ts'
import { judgeChanges, readAccepted } from './accepted.ts'
import { breakingChanges } from './compare.ts'

const folder = join(import.meta.dirname, '../released')
const released: Document = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))
const accepted = readAccepted(readFileSync(join(folder, 'accepted-changes.md'), 'utf8'))

const report = createReport()
const { unaccepted, idle } = judgeChanges(breakingChanges(released, document), accepted)
report.count(1 + accepted.size - idle.length, 0)
for (const change of unaccepted) {
  await report.check(change, () => {
    throw new Error('This breaks clients. Revert it, or say why in contract-tests/released/accepted-changes.md.')
  })
}
for (const change of idle) {
  await report.check(change, () => {
    throw new Error('There is no such change: remove it from contract-tests/released/accepted-changes.md.')
  })
}
process.exitCode = report.close() ? 0 : 1

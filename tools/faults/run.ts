/** `npm run faults`: lets every method of every family meet every fault of its provider, and prints the table. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { node, stopWithThisProcess } from '../command.ts'
import { faultRun, faultTable } from './table.ts'

const folder = mkdtempSync(join(tmpdir(), 'onedoor-faults-'))
const report = join(folder, 'report.json')

stopWithThisProcess()
try {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${report}`]
  const { code, output } = await node([...vitest, 'provider-faults.test.ts'], {
    ONEDOOR_TEST_DATABASES: 'sqlite',
    ONEDOOR_TEST_WHOLE: 'on',
  })
  if (code !== 0) console.error(output)
  console.log(faultTable(faultRun(readFileSync(report, 'utf8'))))
  process.exitCode = code
} finally {
  rmSync(folder, { recursive: true, force: true })
}

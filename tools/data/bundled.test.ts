import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/data.md'), 'utf8')

/** The rows of the table, without backticks. */
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  )

const maxBytes = 8 * 1024 * 1024
/** From this size on, a file of data is bundled data, and no code. */
const dataFrom = 20_000

test.each(rows)('docs/data.md is right about %s', (...row) => {
  const [, file = '', source, licence, asOf, size, script = ''] = row
  expect(`${Math.ceil(statSync(join(root, file)).size / 1024)} KB`).toBe(size)
  expect(existsSync(join(root, script))).toBe(true)
  for (const cell of [source, licence, asOf]) expect(cell).toBeTruthy()
})

test('docs/data.md lists all bundled data, which are small together', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { cwd: root, encoding: 'utf8' })
  const files = tracked
    .split('\n')
    .filter((file) => /\.(?:json|csv|tsv|txt|xml|bin|gz|br)$/.test(file) && existsSync(join(root, file)))
    .filter((file) => statSync(join(root, file)).size >= dataFrom)
  expect(rows.map(([, file]) => file)).toEqual(expect.arrayContaining(files))
  const bytes = rows.reduce((sum, [, file = '']) => sum + statSync(join(root, file)).size, 0)
  expect(bytes).toBeLessThan(maxBytes)
})

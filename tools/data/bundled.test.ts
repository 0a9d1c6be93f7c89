import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundledData } from '../../src/app/bundled-data.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/data.md'), 'utf8')

/** The rows of both tables, without backticks: of files, and of packages, which have fewer cells. */
const all = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim().replaceAll('`', '')),
  )
const rows = all.filter(({ length }) => length === 7)
const packages = all.filter(({ length }) => length === 5)
const sets = Object.values(await bundledData())

const maxBytes = 8 * 1024 * 1024
/** From this size on, a file of data is bundled data, and no code. */
const dataFrom = 20_000

test.each(rows)('docs/data.md is right about %s', (...row) => {
  const [, file = '', source, licence, asOf, size, script = ''] = row
  expect(`${Math.ceil(statSync(join(root, file)).size / 1024)} KiB`).toBe(size)
  expect(existsSync(join(root, script))).toBe(true)
  for (const cell of [source, licence]) expect(cell).toBeTruthy()
  expect(sets.find(({ files }) => files?.includes(file))?.contentDate).toBe(asOf)
})

test('docs/data.md has the date of every package that is data', () => {
  const listed = packages.map(([, name, , licence, asOf]) => [name, licence !== '', asOf])
  const expected = sets.flatMap((set) => (set.package ? [[set.package, true, set.contentDate]] : []))
  expect(listed).toEqual(expected)
})

test('every bundled file belongs to a set, whose age is checked', () => {
  const files = sets.flatMap((set) => set.files ?? [])
  expect(rows.map(([, file]) => file).sort()).toEqual(files.toSorted())
})

test('docs/data.md lists all bundled data, which are small together', () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src'], { cwd: root, encoding: 'utf8' })
  const files = tracked
    .split('\n')
    .filter(
      (file) =>
        /\.(?:json|csv|tsv|txt|xml|bin|gz|br)$/.test(file) &&
        !file.includes('/fixtures/') &&
        existsSync(join(root, file)),
    )
    .filter((file) => statSync(join(root, file)).size >= dataFrom)
  expect(rows.map(([, file]) => file)).toEqual(expect.arrayContaining(files))
  const bytes = rows.reduce((sum, [, file = '']) => sum + statSync(join(root, file)).size, 0)
  expect(bytes).toBeLessThan(maxBytes)
})

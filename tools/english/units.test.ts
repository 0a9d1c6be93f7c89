import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
/** What people and programs read. Measurements, and the limits of other software, are in its own units. */
const read = ['spec/**/*.tsp', 'src/**/*.{ts,js}', 'docs/*.md']
const exclude = ['src/testing/**', 'src/**/*.test.ts', 'src/**/fixtures/**', 'docs/performance.md']
const isComment = /^\s*(?:\*|\/)/

test('a size that is computed with 1024 is in KiB, MiB or GiB', () => {
  const wrong = globSync(read, { cwd: root, exclude }).flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const isText = !/^src\//.test(path) || !isComment.test(line)
        return isText && /[\d}] ?[KMG]B\b/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : []
      }),
  )
  expect(wrong).toEqual([])
})

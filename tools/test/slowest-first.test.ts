import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { SlowestFirst, slowFiles } from './slowest-first.ts'

const root = join(import.meta.dirname, '../..')

test('every slow file is there', () => {
  expect(slowFiles.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('slow files come first, then the largest', async () => {
  const project = { name: '', config: { isolate: false, sequence: { groupOrder: 0 } } }
  const vitest = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest
  const paths = ['README.md', slowFiles[2], 'package-lock.json', slowFiles[0]].map((path = '') => join(root, path))
  const files = paths.map((moduleId) => ({ moduleId, project }) as unknown as TestSpecification)
  const sorted = await new SlowestFirst(vitest).sort(files)
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual([paths[3], paths[1], paths[2], paths[0]])
})

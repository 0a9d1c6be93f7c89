import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiDocument } from '#runtime/base/openapi.ts'

test('the families are in the order of the spec', async () => {
  const root = join(import.meta.dirname, '../../..')
  const spec = readFileSync(join(root, 'spec/api.tsp'), 'utf8')
  const { tags } = await apiDocument()
  const listed = [...spec.matchAll(/@tagMetadata\(\s*"(\w+)"/g)].map(([, name]) => name)
  expect(tags.map(({ name }) => name)).toEqual(listed)
})

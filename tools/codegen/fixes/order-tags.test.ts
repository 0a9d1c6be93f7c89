import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the families stand in the document in the order of the spec', () => {
  const root = join(import.meta.dirname, '../../..')
  const spec = readFileSync(join(root, 'spec/api.tsp'), 'utf8')
  const document = JSON.parse(readFileSync(join(root, 'generated/openapi.json'), 'utf8'))
  const listed = [...spec.matchAll(/@tagMetadata\(\s*"(\w+)"/g)].map(([, name]) => name)
  expect(document.tags.map(({ name }: { name: string }) => name)).toEqual(listed)
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('no test mocks or resets modules, which the later files of its worker share', () => {
  const files = globSync('{src,spec,tools,bench,contract-tests}/**/*.test.ts', {
    cwd: root,
    exclude: (path) => path === 'node_modules',
  })
  expect(files.length).toBeGreaterThan(200)
  const mocking = files.filter((file) =>
    /\bvi\s*\.\s*(mock|doMock|hoisted|resetModules)\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(mocking).toEqual([])
})

import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiDocument } from '#runtime/base/openapi.ts'
import type { writeSdk as WriteSdk } from '../codegen/sdk.ts'
import { root } from '../setup/commands.mjs'
import { repositoryFiles } from './contents.ts'
import { makeCodegenPackage } from './packages.ts'

let folder = ''
let writeSdk: typeof WriteSdk
beforeAll(async () => {
  // Below the repository, where the package finds what it depends on.
  await mkdir(join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(join(root, '.cache', 'codegen-'))
  await makeCodegenPackage({ root, files: await repositoryFiles(root), version: '1.2.3' }, folder)
  ;({ writeSdk } = await import(pathToFileURL(join(folder, 'tools/codegen/sdk.js')).href))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['typescript', 'generated/client'],
  ['python', 'generated/clients/python'],
  ['go', 'generated/clients/go'],
])('the package writes our client in %s from its own files, with its test kit', async (language, own) => {
  const files = await writeSdk(await apiDocument(), { language })
  expect([...files.keys()].filter((path) => path.includes('sandbox'))).not.toEqual([])
  for (const [path, text] of files) {
    const expected = await readFile(join(root, own, path), 'utf8')
    expect(text, path).toBe(expected.replace('`npm run generate` from spec/', '`onedoor sdk`'))
  }
})

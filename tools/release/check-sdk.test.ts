import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { apiDocument } from '#runtime/base/openapi.ts'
import { writeSdk } from '../codegen/sdk.ts'
import { differingFiles } from './check-sdk.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-check-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('every file of a client that onedoor sdk writes is compared', async () => {
  const own = join(import.meta.dirname, '../../generated/clients/go')
  await cp(own, folder, { recursive: true })
  for (const [path, text] of await writeSdk(await apiDocument(), { language: 'go' })) {
    await writeFile(join(folder, path), text)
  }
  expect(await differingFiles(own, folder)).toEqual([])
  await writeFile(join(folder, 'call.go'), 'package onedoor\n')
  await writeFile(join(folder, 'more.go'), 'package onedoor\n')
  await rm(join(folder, 'README.md'))
  expect(await differingFiles(own, folder)).toEqual(['README.md', 'call.go', 'more.go'])
})

import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testByteStore, testPage } from '#testing/byte-store.ts'
import { allOf } from '../../testing/all-of.ts'
import { filePieces, openFolder } from './folder.ts'

testByteStore('a folder', (home) => openFolder(join(home, 'kept'), testPage))

test('a file that ends before its range is an error', async () => {
  const home = await mkdtemp(join(tmpdir(), 'onedoor-bytes-'))
  try {
    const path = join(home, 'cut')
    await writeFile(path, Buffer.alloc(600_000))
    const pieces = filePieces(await open(path), { start: 0, end: 599_999 })
    await pieces.next()
    await truncate(path, 300_000)
    await expect(allOf(pieces)).rejects.toThrow('too early')
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

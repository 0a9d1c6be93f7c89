import { mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, zstdDecompressSync } from 'node:zlib'
import { pack } from 'tar-stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '#runtime/store/open.ts'
import { backupsForTests, killedAt, seeded, type } from '#testing/backups.ts'
import { newDataDir } from '#testing/databases.ts'

const { folder, newFile } = backupsForTests()

describe('a backup file', () => {
  let dataDir = ''
  let file = ''

  beforeAll(async () => {
    dataDir = await newDataDir()
    await seeded({ dataDir })
    file = newFile()
    await type({ dataDir }, 'backup', 'create', file)
  })
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  async function restored(content: Buffer): Promise<{ code: number; err: string; left: string[] }> {
    const damaged = newFile()
    await writeFile(damaged, content)
    const target = await mkdtemp(join(folder(), 'data-'))
    const { code, err } = await type({ dataDir: target }, 'backup', 'restore', damaged)
    return { code, err, left: await readdir(target) }
  }

  /** The content of a file; undefined if it cannot be decompressed. */
  function contentOf(bytes: Buffer): Buffer | undefined {
    try {
      return zstdDecompressSync(bytes)
    } catch {
      return undefined
    }
  }

  test('that was damaged anywhere is refused before anything changes', async () => {
    const whole = await readFile(file)
    const content = zstdDecompressSync(whole)
    let refused = 0
    for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 40)) {
      const damaged = Buffer.from(whole)
      damaged[at] = (damaged[at] ?? 0) ^ 0x10
      // In one byte of two thousand this bit does not affect the content.
      if (contentOf(damaged)?.equals(content)) continue
      const { code, err, left } = await restored(damaged)
      expect([at, code, left]).toEqual([at, 1, []])
      expect(err).toMatch(/damaged|not a backup/)
      refused += 1
    }
    expect(refused).toBeGreaterThan(30)
  })

  test('that was truncated is rejected', async () => {
    const whole = await readFile(file)
    for (const part of [0, 0.1, 0.5, 0.9, 0.97]) {
      const { code, err } = await restored(whole.subarray(0, Math.floor(whole.length * part)))
      expect([part, code]).toEqual([part, 1])
      expect(err).toMatch(/damaged or was cut off|not a backup/)
    }
  })

  test('that is not a backup, or has a newer format, is refused with a sentence', async () => {
    expect(await restored(Buffer.from('hello'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('not a backup'),
    })
    const archive = pack()
    archive.entry({ name: 'manifest.json' }, JSON.stringify({ format: 'onedoor-backup', version: 3, onedoor: '9.0.0' }))
    archive.finalize()
    const newer = newFile()
    const handle = await open(newer, 'w')
    await pipeline(archive, createZstdCompress(), handle.createWriteStream())
    expect(await restored(await readFile(newer))).toMatchObject({
      code: 1,
      err: expect.stringContaining('newer release (9.0.0)'),
    })
    expect(await type({ dataDir }, 'backup', 'restore', join(folder(), 'none'))).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be read'),
    })
  })

  test('is neither overwritten nor left half written', async () => {
    expect(await type({ dataDir }, 'backup', 'create', file)).toMatchObject({
      code: 1,
      err: expect.stringContaining('already exists'),
    })
    const nowhere = await type({ dataDir }, 'backup', 'create', join(folder(), 'none', 'x'))
    expect(nowhere).toMatchObject({ code: 1, err: expect.stringContaining('cannot be written') })
    const empty = await mkdtemp(join(folder(), 'data-'))
    const none = await type({ dataDir: empty }, 'backup', 'create', newFile())
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('No SQLite database exists in') })
    expect((await readdir(folder())).filter((name) => name.includes('partial'))).toEqual([])
  })

  test('of a killed command never has the final name', async () => {
    const place = await mkdtemp(join(folder(), 'place-'))
    const target = join(place, 'onedoor.backup')
    const store = await openStore({ dataDir })
    const rows = Array.from({ length: 40 }, (_, n) => ({
      namespace: `n${n}`,
      tree: 'x'.repeat(500_000),
      updated_at: n,
    }))
    for (const row of rows) await store.run(store.sql('config_documents').insert(row))
    await store.close()
    await killedAt(place, /partial/, ['backup', 'create', target], { dataDir })
    const left = await readdir(place)
    expect(left).toHaveLength(1)
    expect(left).not.toContain('onedoor.backup')
  })
})

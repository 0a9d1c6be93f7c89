import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { allOf } from '../../testing/all-of.ts'
import { forDrawnDatabase } from '../../testing/databases.ts'
import { miscountsIn } from '../../testing/storage.ts'
import { createAccounts } from '../accounts/accounts.ts'
import { systemClock } from '../base/clock.ts'
import { createLog } from '../base/log.ts'
import { openStore } from '../store/open.ts'
import { Blobs } from './blobs.ts'
import { openFolder } from './folder.ts'
import { Spool } from './spool.ts'

const program = fileURLToPath(new URL('./fixtures/stopping-writer.ts', import.meta.url))
const mebibyte = 1024 * 1024

forDrawnDatabase((_name, _openTestStore, newDatabase) => {
  /** Has another process store a blob, kills it at a step, and returns what remains after a collection. */
  async function killedAt(step: string) {
    const settings = await newDatabase()
    const folder = join(settings.dataDir, 'blobs')
    const before = await openStore(settings)
    const accounts = createAccounts({
      store: before,
      clock: systemClock,
      namespacedTables: [],
      hash: async () => 'hash',
    })
    const { id: owner } = await accounts.create({ username: 'ada_', password: 'correct horse battery' })
    await before.close()
    const child = spawn(process.execPath, [program, JSON.stringify(settings), folder, owner, step], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [reached] = (await once(child.stdout, 'data')) as [Buffer]
    expect(reached.toString()).toBe(`${step}\n`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const store = await openStore(settings)
    const [bytes, spool] = [await openFolder(join(folder, 'kept')), await Spool.open(join(folder, 'arriving'))]
    const log = createLog({ logLevel: 'silent' })
    const blobs = new Blobs({ store, clock: systemClock, log, bytes, spool, quotaBytes: 10 * mebibyte })
    try {
      const beforeCollection = await Promise.all([spool.list(), allOf(bytes.list())])
      await blobs.collect()
      expect(await miscountsIn(store)).toEqual([])
      const stored = (await allOf(blobs.list())).flat()
      const sizes = await Promise.all(stored.map((blob) => bytes.size(blob.id)))
      return {
        leftBehind: beforeCollection.flat(2).length,
        rows: (await store.all(store.sql('blobs').select('id'))).length,
        sizes,
        kept: (await allOf(bytes.list())).flat().length,
        arriving: await spool.list(),
        used: await blobs.usedBytes(owner),
      }
    } finally {
      await blobs.close()
      await store.close()
    }
  }

  test.each([
    ['begun', 1],
    ['half arrived', 1],
    ['arrived', 1],
    ['whole', 1],
    ['kept', 1],
    ['recording', 1],
    ['doomed', 1],
    ['deleted', 0],
    ['forgotten', 0],
  ])(
    'a process killed when a blob is %s leaves neither bytes without a record nor a record without bytes',
    async (step, leftBehind) => {
      expect(await killedAt(step)).toEqual({ leftBehind, rows: 0, sizes: [], kept: 0, arriving: [], used: 0 })
    },
  )

  test('a process killed when a blob is stored has stored it', async () => {
    expect(await killedAt('stored')).toEqual({
      leftBehind: 1,
      rows: 1,
      sizes: [mebibyte],
      kept: 1,
      arriving: [],
      used: mebibyte,
    })
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { allOf } from '../../testing/all-of.ts'
import { forEachDatabase } from '../../testing/databases.ts'
import { openExportWorld } from '../../testing/export-world.ts'
import { prepareForServers } from '../../testing/storage.ts'
import { manualClock } from '../base/clock.ts'
import { openStore } from '../store/open.ts'
import { createQuotas } from '../store/quota/quotas.ts'
import type { Store } from '../store/types.ts'
import { createAccounts } from './accounts.ts'
import type { Archive as WholeArchive } from './archive.ts'
import { exportKeptMs } from './exports.ts'

const program = fileURLToPath(new URL('./fixtures/stopping-export.ts', import.meta.url))
type Archive = Pick<WholeArchive, 'parts' | 'of'>

const ofBytes = (length: number): Archive => ({ parts: 2, of: () => Readable.from([Buffer.alloc(length, 'x')]) })

async function accountIn(store: Store, username = 'ada_'): Promise<string> {
  const clock = manualClock()
  const accounts = createAccounts({ store, clock, namespacedTables: [], hash: async () => 'hash' })
  return (await accounts.create({ username, password: 'correct horse battery' })).id
}

forEachDatabase((_name, openTestStore, newDatabase) => {
  async function newWorld(archive: Archive = ofBytes(1000), more: { perDay?: number } = {}) {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    await prepareForServers(store)
    const clock = manualClock('2026-11-21T09:30:00Z')
    const world = await openExportWorld({ store, folder: join(settings.dataDir, 'x'), archive, clock, ...more })
    const ada = await accountIn(store)
    const kept = async () => (await allOf(world.bytes.list())).flat().length
    const finish = async () => {
      world.runner.start()
      await world.runner.settle()
    }
    return { ...world, store, clock, ada, kept, finish }
  }

  test('an export is written by a job, can be read in parts only by its owner, and is available for a day', async () => {
    const { exports, ada, store, clock, kept, finish, stop } = await newWorld()
    const ben = await accountIn(store, 'ben_')
    await exports.request(ada)
    expect(await exports.of(ada)).toMatchObject({ state: 'queued', parts: 2, partsDone: 0 })
    await finish()
    const ready = await exports.of(ada)
    expect(ready).toMatchObject({ state: 'ready', file: { bytes: 1000 }, expiresAtMs: clock.now() + exportKeptMs })
    const id = ready?.id ?? ''
    const part = await exports.open(ada, id, { start: 990, end: 999 })
    expect((await buffer(part as Readable)).toString()).toBe('x'.repeat(10))
    expect([await exports.open(ben, id), await exports.open(ada, 'export_x'), await exports.of(ben)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    clock.advance(exportKeptMs - 1)
    await exports.purge(new AbortController().signal)
    expect(await kept()).toBe(1)
    clock.advance(1)
    await exports.purge(new AbortController().signal)
    expect([await exports.of(ada), await kept()]).toEqual([undefined, 0])
    await stop()
  })

  test('an account has only one: one that is being written stays, a finished one is replaced', async () => {
    const { exports, ada, store, kept, finish, stop } = await newWorld()
    await exports.request(ada)
    const first = await exports.of(ada)
    await Promise.all([exports.request(ada), exports.request(ada)])
    expect(await exports.of(ada)).toEqual(first)
    expect(await store.all(store.sql('jobs').select('id'))).toHaveLength(1)
    await finish()
    await exports.request(ada)
    expect(await exports.open(ada, first?.id ?? '')).toBeUndefined()
    await finish()
    const second = await exports.of(ada)
    expect([second?.state, second?.id === first?.id, await kept()]).toEqual(['ready', false, 1])
    await stop()
  })

  test('an account has a maximum number in a day', async () => {
    const { exports, ada, clock, finish, stop } = await newWorld(ofBytes(10), { perDay: 2 })
    for (let n = 0; n < 2; n++) {
      await exports.request(ada)
      await finish()
    }
    await expect(exports.request(ada)).rejects.toMatchObject({ code: 'rate_limited' })
    expect((await exports.of(ada))?.state).toBe('ready')
    clock.advance(25 * 3_600_000)
    await exports.request(ada)
    await stop()
  })

  test('requests while one is being written do not count', async () => {
    const { exports, ada, finish, stop } = await newWorld(ofBytes(10), { perDay: 2 })
    for (let n = 0; n < 3; n++) await exports.request(ada)
    await finish()
    await exports.request(ada)
    await finish()
    await expect(exports.request(ada)).rejects.toMatchObject({ code: 'rate_limited' })
    await stop()
  })

  test('a full account can still be exported, and its export does not count', async () => {
    const { exports, ada, blobs, finish, stop } = await newWorld(ofBytes(2_000_000))
    const full = { owner: ada, source: Buffer.alloc(1024 * 1024 - 1000), maxBytes: 2_000_000, argument: 'content' }
    await blobs.put(full, async () => undefined)
    const before = await blobs.usedBytes(ada)
    await exports.request(ada)
    await finish()
    expect((await exports.of(ada))?.file?.bytes).toBe(2_000_000)
    expect((await blobs.usedBytes(ada)) - before).toBeLessThan(3000)
    await exports.remove(ada)
    expect(await exports.of(ada)).toBeUndefined()
    await stop()
  })

  test('an account that stores more than its quota, which was reduced, can still be exported', async () => {
    const { exports, ada, blobs, store, finish, stop } = await newWorld(ofBytes(900_000))
    const stored = { owner: ada, source: Buffer.alloc(1_000_000), maxBytes: 2_000_000, argument: 'content' }
    await blobs.put(stored, async () => undefined)
    await createQuotas({ store, quotaBytes: 1 }).set(ada, 1000)
    await exports.request(ada)
    await finish()
    expect((await exports.of(ada))?.file?.bytes).toBe(900_000)
    await expect(blobs.put(stored, async () => undefined)).rejects.toThrow('this account may store')
    await stop()
  })

  test('two are written at once; the others wait for their turn without occupying a job', async () => {
    let running = 0
    let most = 0
    const waiting: (() => void)[] = []
    let twoBegan = () => {}
    const began = new Promise<void>((resolve) => {
      twoBegan = resolve
    })
    async function* slowly() {
      running += 1
      most = Math.max(most, running)
      if (running === 2) twoBegan()
      if (waiting.length < 2) await new Promise<void>((resolve) => waiting.push(resolve))
      yield Buffer.from('x')
      running -= 1
    }
    const { exports, ada, store, clock, runner, stop } = await newWorld({ parts: 1, of: () => Readable.from(slowly()) })
    const all = [ada, await accountIn(store, 'ben_'), await accountIn(store, 'cleo'), await accountIn(store, 'dora')]
    for (const account of all) await exports.request(account)
    runner.start()
    await began
    const states = async () =>
      (await store.all<{ state: string }>(store.sql('jobs').select('state'))).map(({ state }) => state).sort()
    await expect.poll(states).toEqual(['done', 'done', 'running', 'running', 'waiting', 'waiting'])
    for (const go of waiting) go()
    await runner.settle()
    clock.advance(10_000)
    await runner.settle()
    expect(await Promise.all(all.map(async (account) => (await exports.of(account))?.state))).toEqual(
      all.map(() => 'ready'),
    )
    expect(most).toBe(2)
    await stop()
  })

  test('a failed one is tried again, then reported; deleting it while it is written leaves nothing', async () => {
    let failures = 0
    const broken: Archive = {
      parts: 1,
      of: () => {
        failures += 1
        return Readable.from(
          (async function* () {
            yield Buffer.from('x')
            throw new Error('broken')
          })(),
        )
      },
    }
    const { exports, ada, clock, kept, finish, runner, stop } = await newWorld(broken)
    await exports.request(ada)
    await finish()
    for (let n = 0; n < 20 && (await exports.of(ada))?.state === 'queued'; n++) {
      clock.advance(2 * 3_600_000)
      await runner.settle()
    }
    expect([failures, (await exports.of(ada))?.state, await kept()]).toEqual([8, 'failed', 0])
    await stop()
  })

  test('deleting an export while its file is written leaves no file', async () => {
    let remove = async () => {}
    const archive: Archive = {
      parts: 1,
      of: () =>
        Readable.from(
          (async function* () {
            yield Buffer.from('x')
            await remove()
            yield Buffer.from('y')
          })(),
        ),
    }
    const { exports, ada, store, kept, finish, stop } = await newWorld(archive)
    remove = () => exports.remove(ada)
    await exports.request(ada)
    await finish()
    expect([await exports.of(ada), await kept()]).toEqual([undefined, 0])
    expect(await store.all(store.sql('blobs').select('id').whereNot({ state: 'doomed' }))).toEqual([])
    await stop()
  })

  test('a deleted account leaves no file of its export', async () => {
    const { exports, ada, blobs, store, kept, finish, stop } = await newWorld()
    await exports.request(ada)
    await finish()
    expect(await kept()).toBe(1)
    await store.run(store.sql('accounts').where({ id: ada }).delete())
    await blobs.collect()
    expect([await kept(), await store.all(store.sql('exports').select('id'))]).toEqual([0, []])
    await stop()
  })

  test('one whose process is killed half-way is written again by the next process, and leaves no half file', async () => {
    const settings = await newDatabase()
    const folder = join(settings.dataDir, 'x')
    const store = await openStore(settings)
    const world = await openExportWorld({ store, folder, archive: ofBytes(5000) })
    const ada = await accountIn(store)
    await world.exports.request(ada)
    const child = spawn(process.execPath, [program, JSON.stringify(settings), folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    expect(String((await once(child.stdout, 'data'))[0])).toBe('half\n')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect((await world.exports.of(ada))?.state).toBe('queued')
    world.runner.start()
    await world.runner.settle()
    const ready = await world.exports.of(ada)
    expect(ready).toMatchObject({ state: 'ready', file: { bytes: 5000 } })
    await world.blobs.collect()
    expect([
      (await allOf(world.bytes.list())).flat().length,
      await store.all(store.sql('blobs').select('state')),
    ]).toEqual([1, [{ state: 'stored' }]])
    await world.stop()
    await store.close()
  })
})

import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { tableTransfers } from '#app/backup-commands.ts'
import { loadConfig } from '#app/config.ts'
import { migrations } from '#app/migrations.ts'
import { openStore } from '#runtime/store/open.ts'
import { newDataDir } from '#testing/databases.ts'
import type { ExternalFiles } from './external-files.ts'
import { backUp, type InstanceOptions, restore } from './instance.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'onedoor-external-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
})

/** Files of documents in memory. */
function filesOf(contents: Map<string, Buffer>, changes: Partial<ExternalFiles> = {}): ExternalFiles {
  return {
    table: 'config_documents',
    keyOf: ({ namespace }) => String(namespace),
    open: async (key) => contents.get(key) && Readable.from([contents.get(key)]),
    clear: async () => contents.clear(),
    fill: async (key, bytes) => void contents.set(key, await buffer(bytes)),
    [Symbol.asyncDispose]: async () => {},
    ...changes,
  }
}

function optionsOf(dataDir: string, files: ExternalFiles): InstanceOptions {
  return {
    config: loadConfig({ DATA_DIR: dataDir }),
    ...{ migrations, transfers: tableTransfers, keyFiles: [], evidence: ['accounts'], version: '1.0.0', now: 0 },
    openExternalFiles: async () => [files],
  }
}

/** A database with a document for each name. */
async function withDocuments(...names: string[]): Promise<string> {
  const dataDir = await newDataDir()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const store = await openStore({ dataDir })
  for (const namespace of names) {
    await store.run(store.sql('config_documents').insert({ namespace, tree: '{}', updated_at: 1 }))
  }
  await store.close()
  return dataDir
}

/** Passes on pieces and then fails. */
async function* broken(...pieces: Buffer[]) {
  yield* pieces
  throw new Error('gone')
}

test('files of several parts replace those that were there; rows without files have none', async () => {
  const [source, target] = [await withDocuments('a', 'b', 'c'), await withDocuments()]
  const [a, c] = [Buffer.alloc(9 * 1024 * 1024, 'a'), Buffer.from('c')]
  const contents = new Map([
    ['a', a],
    ['c', c],
  ])
  const file = join(folder, 'backup')
  const { apart } = await backUp(file, optionsOf(source, filesOf(contents)))
  expect(apart).toEqual({ count: 2, bytes: a.length + 1, missing: 0 })
  const restored = new Map([['stray', a]])
  await restore(file, false, optionsOf(target, filesOf(restored)))
  expect([...restored.keys()]).toEqual(['a', 'c'])
  expect([restored.get('a')?.equals(a), restored.get('c')?.equals(c)]).toEqual([true, true])
})

test('files that cannot be read are counted; those that break off later fail the backup', async () => {
  const dataDir = await withDocuments('a', 'b')
  const opened: Record<string, () => Promise<Readable>> = {
    a: () => Promise.reject(new Error('off')),
    b: async () => Readable.from(broken(Buffer.alloc(10))),
  }
  const unreadable = filesOf(new Map(), { open: async (key) => opened[key]?.() })
  const { apart } = await backUp(join(folder, 'first'), optionsOf(dataDir, unreadable))
  expect(apart).toEqual({ count: 0, bytes: 0, missing: 2 })
  opened.b = async () => Readable.from(broken(Buffer.alloc(5 * 1024 * 1024)))
  const file = join(folder, 'second')
  await expect(backUp(file, optionsOf(dataDir, unreadable))).rejects.toThrow(
    'The files for config_documents b could not be read completely.',
  )
  expect(existsSync(file)).toBe(false)
})

test('a restore that cannot restore files fails with the reason and remains unfinished', async () => {
  const [source, target] = [await withDocuments('a', 'b'), await withDocuments()]
  const contents = new Map(['a', 'b'].map((key) => [key, Buffer.from(key)]))
  const file = join(folder, 'backup')
  await backUp(file, optionsOf(source, filesOf(contents)))
  const failing = filesOf(new Map(), { fill: () => Promise.reject(new Error('no space.')) })
  await expect(restore(file, false, optionsOf(target, failing))).rejects.toThrow(
    'The files of config_documents a cannot be restored: no space.',
  )
  const other = { ...filesOf(new Map()), table: 'others' }
  await expect(restore(file, false, optionsOf(target, other))).rejects.toThrow(
    'has files of config_documents, which this release does not support',
  )
  await expect(backUp(join(folder, 'other'), optionsOf(target, other))).rejects.toThrow('was interrupted')
  const restored = new Map<string, Buffer>()
  await restore(file, false, optionsOf(target, filesOf(restored)))
  expect(restored.size).toBe(2)
})

import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '../../app/config.ts'
import { createLog } from '../../runtime/base/log.ts'
import { memoryFolder } from '../../runtime/base/memory-folder.ts'
import { openSqliteStore } from '../../runtime/store/sqlite.ts'
import { OpenConnections } from '../../runtime/store/sqlite-connection.ts'
import { SpareCopy } from './spare-copy.ts'
import { makeTemplate, nowhere, type Template } from './template.ts'
import { Worlds } from './worlds.ts'

const config = loadConfig({ PORT: '0', GATEWAY_PORT: 'off', PROVIDERS: 'examples', SHELL_ENGINE: 'off' })
const messages: string[] = []
const log = createLog({ logLevel: 'warn' }, { write: (line: string) => void messages.push(line) })
const startMs = Date.parse('2027-03-01T09:00:00Z')

let folder: string
let template: Template
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
  template = await makeTemplate(join(folder, 'template'), { config, log, clock: { now: () => startMs } })
})
afterAll(() => rm(folder, { recursive: true }))

async function openWorlds(partsOf = () => ({ outside: nowhere })) {
  const parent = await mkdtemp(join(folder, 'worlds-'))
  const options = { config, log, folder: parent, template, maxWorlds: 99, maxOpen: 99, startMs: () => startMs }
  const worlds = new Worlds({ ...options, partsOf })
  onTestFinished(() => worlds.close())
  return { worlds, parent }
}

test('a new world is the copy that was made before it, and another copy is made for the next one', async () => {
  const { worlds, parent } = await openWorlds()
  let count = 0
  const isCopy = async () => {
    const before = await readdir(parent)
    const { name } = await worlds.get(`world-${count++}`)
    return before.includes(basename(worlds.folderOf(name)))
  }
  await expect.poll(isCopy).toBe(true)
  await expect.poll(isCopy).toBe(true)
})

/** The files in a folder that this process has open. */
async function openFiles(parent: string): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd')
  const files = await Promise.all(numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')))
  return files.filter((file) => file.startsWith(parent))
}

test('a copy that cannot be opened as a world is closed, and the name can be used again', async () => {
  let isFailing = false
  const { worlds, parent } = await openWorlds(() => {
    if (isFailing) throw new Error('no parts')
    return { outside: nowhere }
  })
  await worlds.get('first')
  isFailing = true
  const othersAfterFailure = async () => {
    await expect(worlds.get('second')).rejects.toThrow('no parts')
    return (await openFiles(parent)).filter((file) => !file.startsWith(worlds.folderOf('first')))
  }
  await expect.poll(othersAfterFailure).toEqual([])
  expect(await openFiles(parent)).not.toEqual([])
  isFailing = false
  const { server } = await worlds.get('second')
  expect(await server.runtime.accounts.list()).toHaveLength(3)
})

test('after the end of a sandbox no copy is made', async () => {
  const { worlds, parent } = await openWorlds()
  await worlds.close()
  const left = await readdir(parent)
  const spare = new SpareCopy({ parent, template: template.folder, among: new OpenConnections(1), log })
  await spare.close()
  await spare.make()
  expect(spare.take()).toBeUndefined()
  expect(await readdir(parent)).toEqual(left)
  expect(await openFiles(parent)).toEqual([])
})

test('of two new worlds at once each has separate records', async () => {
  const { worlds } = await openWorlds()
  const [one, two] = await Promise.all([worlds.get('one'), worlds.get('two')])
  await one.server.runtime.accounts.create({ username: 'grace', password: undefined })
  expect(await two.server.runtime.accounts.find('grace')).toBeUndefined()
  expect(worlds.folderOf('one')).not.toBe(worlds.folderOf('two'))
  await worlds.delete('one')
  expect(await (await worlds.get('one')).server.runtime.accounts.find('grace')).toBeUndefined()
})

test('a store uses the connection that was opened before it, once, and what nobody used is closed at the end', async () => {
  const among = new OpenConnections(2)
  const parent = await mkdtemp(join(folder, 'spares-'))
  const spare = new SpareCopy({ parent, template: template.folder, among, log })
  await spare.make()
  await spare.make()
  const [made = ''] = await readdir(parent)
  expect(await readdir(parent)).toEqual([made])
  const own = spare.take()
  expect([own, spare.take()]).toEqual([join(parent, made), undefined])
  const ahead = among.takeAhead(join(own as string, 'onedoor.sqlite'))
  expect(ahead).toBeDefined()
  among.addAhead(join(own as string, 'onedoor.sqlite'), ahead as never)
  const store = await openSqliteStore(own as string, {}, { among })
  expect(await store.get(store.sql('accounts').count({ n: '*' }))).toEqual({ n: 3 })
  expect(among.takeAhead(join(own as string, 'onedoor.sqlite'))).toBeUndefined()
  await store.close()
  await spare.make()
  await spare.close()
  // SQLite removes these when the last connection is closed.
  const left = await readdir(spare.take() as string)
  expect(left.filter((name) => /-(?:wal|shm)$/.test(name))).toEqual([])
})

test('a copy that cannot be made is logged, leaves nothing, and new worlds do without it', async () => {
  const parent = await mkdtemp(join(folder, 'spares-'))
  const among = new OpenConnections(2)
  const spare = new SpareCopy({ parent, template: join(folder, 'missing'), among, log })
  await spare.make()
  expect(spare.take()).toBeUndefined()
  expect(await readdir(parent)).toEqual([])
  expect(messages.join()).toContain('no copy for the next world')
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../app/config.ts'
import { createLog } from '../../runtime/base/log.ts'
import { memoryFolder } from '../../runtime/base/memory-folder.ts'
import { OpenConnections, type SqliteConnection } from '../../runtime/store/sqlite-connection.ts'
import { copyWorld, makeTemplate, nowhere, type Template } from './template.ts'
import { World } from './world.ts'
import { WorldClock } from './world-clock.ts'

const config = loadConfig({ PORT: '0', GATEWAY_PORT: 'off', PROVIDERS: 'examples', SHELL_ENGINE: 'off' })
const messages: string[] = []
const log = createLog({ logLevel: 'error' }, { write: (line: string) => void messages.push(line) })
const startMs = Date.parse('2027-03-01T09:00:00Z')

let folder: string
let template: Template
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'onedoor-test-'))
  template = await makeTemplate(join(folder, 'template'), { config, log, clock: { now: () => startMs } })
})
afterAll(() => rm(folder, { recursive: true }))

/** Counts the uses of connections. */
class CountedConnections extends OpenConnections {
  uses = 0

  override used(connection: SqliteConnection): void {
    this.uses += 1
    super.used(connection)
  }

  override room(connection: SqliteConnection): Promise<void> {
    this.uses += 1
    return super.room(connection)
  }
}

async function openWorld({
  name,
  isPrepared,
  atMs = startMs,
  upkeepEveryMs,
}: {
  readonly name: string
  readonly isPrepared: boolean
  readonly atMs?: number
  readonly upkeepEveryMs?: number
}) {
  const own = join(folder, name)
  await copyWorld(template.folder, own)
  const among = new CountedConnections(1)
  const clock = new WorldClock(atMs, true)
  const world = await World.open({
    ...{ name, folder: own, config, clock, log },
    parts: { outside: nowhere, among, isPrepared, ...(upkeepEveryMs !== undefined && { upkeepEveryMs }) },
  })
  return { world, clock, among, own }
}

async function schemaOf({ server: { runtime } }: World): Promise<unknown> {
  const { store } = runtime
  return store.get(store.sql.raw('select schema_version as version from pragma_schema_version'))
}

test('a server finds nothing to change in the database of the template', async () => {
  const unchanged = await openWorld({ name: 'unchanged', isPrepared: true })
  const checked = await openWorld({ name: 'checked', isPrepared: false })
  expect(await schemaOf(checked.world)).toEqual(await schemaOf(unchanged.world))
  await unchanged.world.close()
  await checked.world.close()
})

test('a world that is discarded does not use its database, which may be closed, and logs no failures', async () => {
  const { world, among, own } = await openWorld({ name: 'discarded', isPrepared: true })
  const { runtime } = world.server
  const [{ username = '' } = {}] = template.origin.accounts
  const { id } = await runtime.accounts.get(username)
  await runtime.limits.ofAccount(id)
  await world.settle()
  const { uses } = among
  await world.discard()
  expect(among.uses).toBe(uses)
  expect(messages).toEqual([])
  expect((await readdir(own)).filter((name) => name.endsWith('-wal'))).toEqual([])
})

test('a world that starts long after its template has no upkeep to make up for, and later runs it', async () => {
  const hourMs = 3_600_000
  const at = { isPrepared: true, atMs: startMs + 5 * hourMs }
  const { world, clock } = await openWorld({ ...at, name: 'rested', upkeepEveryMs: hourMs })
  expect(await world.settle()).toBe(0)
  clock.set(at.atMs + hourMs - 1)
  expect(await world.settle()).toBe(0)
  clock.set(at.atMs + hourMs)
  expect(await world.settle()).toBeGreaterThan(20)
  await world.close()
})

import { afterEach, expect, test, vi } from 'vitest'
import type { Store } from '#runtime/store/types.ts'
import { type DatabaseSettings, forDrawnDatabase } from '#testing/databases.ts'
import { addLinks, linkCounts } from '#testing/links.ts'
import { startTestServer } from '#testing/server.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { VisitCounter } from '../visits/visit-counter.ts'

/** Every test starts servers, which takes seconds each on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })

const running = new Set<ServerProcess>()

async function startServer(settings: DatabaseSettings): Promise<ServerProcess> {
  const server = await startServerProcess(settings, { settings: { LIMIT_UNKNOWN_LINKS_PER_MINUTE: 'off' } })
  running.add(server)
  return server
}

afterEach(async () => {
  for (const server of running) await server.kill()
  running.clear()
})

const person = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' }

/** Follows a link so often at once; how often that led somewhere before the server died. */
async function follow({ url }: ServerProcess, id: string, times: number): Promise<number> {
  const visits = Array.from({ length: times }, async () => {
    const response = await fetch(`${url}/u/${id}`, { redirect: 'manual', headers: person }).catch(() => undefined)
    return response?.status === 302 ? 1 : 0
  })
  return (await Promise.all(visits)).reduce((sum: number, one) => sum + one, 0)
}

/** Visits that a killed server would leave behind: in the counts of the link, or written down for them. */
async function leftBehind(store: Store, id: string): Promise<number> {
  const rows = await store.all<{ counts: string }>(store.sql('link_visits').whereNotNull('visitor'))
  const written = rows.reduce((sum, { counts }) => sum + Number(JSON.parse(counts)[id] ?? 0), 0)
  return written + (await linkCounts(store, id)).hits
}

/** What another process counts of the link in the end. */
async function countedBy(store: Store, id: string): Promise<number> {
  const next = new VisitCounter({ store })
  await next.flush()
  await next.close()
  return (await linkCounts(store, id)).hits
}

forDrawnDatabase((_dialect, openTestStore, newDatabase) => {
  test('a server killed under load has counted no visit twice, and lost none that was older than the window', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    await addLinks(store, ['winter'])
    let before = 0
    for (let life = 0; life < 2; life++) {
      const server = await startServer(settings)
      const answered = await follow(server, 'winter', 200)
      expect(answered).toBe(200)
      // They are only in memory, and are written without a request.
      await vi.waitFor(async () => expect(await leftBehind(store, 'winter')).toBe(before + answered), {
        timeout: 20_000,
        interval: 20,
      })
      let isKilled: Promise<void> | undefined
      const cutOff = Array.from({ length: 300 }, async (_, index) => {
        if (index === 150) isKilled = server.kill()
        return follow(server, 'winter', 1)
      })
      await Promise.all(cutOff)
      await isKilled
      const counted = await countedBy(store, 'winter')
      expect(counted).toBeGreaterThanOrEqual(before + answered)
      // A visit whose response was cut off may have been counted.
      expect(counted).toBeLessThanOrEqual(before + answered + cutOff.length)
      before = counted
    }
  })

  test('a server that is stopped has counted every visit', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    await addLinks(store, ['winter'])
    const server = await startTestServer(settings)
    const visits = Array.from({ length: 200 }, () =>
      fetch(`${server.url}/u/winter`, { redirect: 'manual', headers: person }),
    )
    expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([302]))
    await server.stop()
    expect((await linkCounts(store, 'winter')).hits).toBe(200)
  })

  test('two servers on one database count together, and each sees what the other changes', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    await addLinks(store, ['winter'])
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    const answered = await Promise.all(servers.map((server) => follow(server, 'winter', 300)))
    expect(answered).toEqual([300, 300])
    await vi.waitFor(async () => expect(await leftBehind(store, 'winter')).toBe(600), { timeout: 20_000, interval: 20 })
    expect(await countedBy(store, 'winter')).toBe(600)
    await store.run(store.sql('links').where({ id: 'winter' }).delete())
    for (const { url } of servers) {
      await vi.waitFor(async () => expect((await fetch(`${url}/u/winter`, { redirect: 'manual' })).status).toBe(410), {
        timeout: 20_000,
        interval: 20,
      })
    }
  })
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { migrations } from '#app/migrations.ts'
import type { Store, StoreLog } from '#runtime/store/types.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { addLinks, linkCounts } from '#testing/links.ts'
import { hostsPerDay } from '../rows/visits.ts'
import { VisitCounter } from './visit-counter.ts'
import { visitKind } from './visitors.ts'

const dayMs = 86_400_000
const today = 20_000
const noon = today * dayMs + dayMs / 2
const onDesktop = visitKind('person', 'desktop')
const onPhone = visitKind('person', 'mobile')
const bot = visitKind('bot', 'other')
const head = visitKind('head', 'desktop')

interface Line {
  fields: Record<string, unknown>
  message: string
}

function logInto(lines: Line[]): StoreLog {
  return { warn: (fields, message) => void lines.push({ fields, message }) }
}

/** The store, whose writes fail while the test says so. */
function failing(store: Store) {
  let failure: Error | undefined
  const write: Store['write'] = (work) => (failure ? Promise.reject(failure) : store.write(work))
  const run: Store['run'] = (query) => store.run(query)
  const faulty: Store = {
    dialect: store.dialect,
    sql: store.sql,
    all: (query) => store.all(query),
    get: (query) => store.get(query),
    run,
    write,
    migrate: () => store.migrate(migrations),
    take: (query) => store.take(query),
    afterCommit: (wake) => store.afterCommit(wake),
    readingAs: (client) => store.readingAs(client),
    ping: () => store.ping(),
    close: () => store.close(),
  }
  return {
    store: faulty,
    fail(error: Error | undefined) {
      failure = error
    },
  }
}

const counters: VisitCounter[] = []

function counterOn(store: Store, options: Partial<ConstructorParameters<typeof VisitCounter>[0]> = {}): VisitCounter {
  const counter = new VisitCounter({ store, ...options })
  counters.push(counter)
  return counter
}

afterEach(async () => {
  for (const counter of counters.splice(0)) await counter.close()
})

function count(counter: VisitCounter, id: string, kind: number, times: number, host?: string, at = noon): void {
  for (let visit = 0; visit < times; visit++) counter.add(id, kind, host, at)
}

forEachDatabase((_dialect, openTestStore) => {
  describe('visits', () => {
    test('are in the counts of their link after a flush, by day, visitor and device', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter', '0', '007', 'summer'])
      const counter = counterOn(store)
      count(counter, 'winter', onDesktop, 3)
      count(counter, 'winter', onPhone, 2, 'news.example')
      count(counter, 'winter', bot, 5)
      count(counter, 'winter', head, 7)
      count(counter, '0', onPhone, 1)
      count(counter, '007', onPhone, 4)
      await counter.flush()
      expect(await linkCounts(store, 'winter')).toEqual({
        hits: 5,
        bots: 5,
        heads: 7,
        days: [
          `${today} bot other 5`,
          `${today} head desktop 7`,
          `${today} person desktop 3`,
          `${today} person mobile 2`,
        ],
        referrers: [`${today} news.example 2`],
      })
      expect([await linkCounts(store, '0'), await linkCounts(store, '007')].map(({ hits }) => hits)).toEqual([1, 4])
      expect((await linkCounts(store, 'summer')).hits).toBe(0)
      expect(await store.all(store.sql('link_visits'))).toEqual([])
    })

    test('add to what was counted before, also of the same day and referrer', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      const counter = counterOn(store)
      for (let round = 0; round < 3; round++) {
        count(counter, 'winter', onPhone, 2, 'news.example')
        await counter.flush()
      }
      expect(await linkCounts(store, 'winter')).toMatchObject({
        hits: 6,
        days: [`${today} person mobile 6`],
        referrers: [`${today} news.example 6`],
      })
    })

    test('belong to their day, in UTC', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      const counter = counterOn(store)
      count(counter, 'winter', onPhone, 1, 'a.example', (today + 1) * dayMs - 1)
      count(counter, 'winter', onPhone, 2, 'a.example', (today + 1) * dayMs)
      count(counter, 'winter', onPhone, 4, undefined, (today + 1) * dayMs - 1)
      await counter.flush()
      expect(await linkCounts(store, 'winter')).toMatchObject({
        hits: 7,
        days: [`${today} person mobile 5`, `${today + 1} person mobile 2`],
        referrers: [`${today} a.example 1`, `${today + 1} a.example 2`],
      })
    })

    test('of a link that was deleted meanwhile vanish, and those of other links do not', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter', 'wind'])
      const counter = counterOn(store)
      count(counter, 'winter', onPhone, 3, 'a.example')
      count(counter, 'wind', onPhone, 2, 'a.example')
      await store.run(store.sql('links').where({ id: 'winter' }).delete())
      await counter.flush()
      expect((await linkCounts(store, 'wind')).hits).toBe(2)
      expect(await linkCounts(store, 'winter')).toEqual({ hits: 0, bots: 0, heads: 0, days: [], referrers: [] })
      expect(await store.all(store.sql('link_visits'))).toEqual([])
    })

    test('from too many hosts are counted as from others, the rarest hosts first', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      const counter = counterOn(store)
      const host = (index: number) => `host-${String(index).padStart(4, '0')}.example`
      for (let index = 0; index < hostsPerDay + 20; index++)
        count(counter, 'winter', onPhone, index < 20 ? 1 : 2, host(index))
      await counter.flush()
      const first = await linkCounts(store, 'winter')
      expect(first.referrers).toHaveLength(hostsPerDay + 1)
      expect(first.referrers).toContain(`${today} other 20`)
      expect(first.referrers).toContain(`${today} ${host(20)} 2`)
      count(counter, 'winter', onPhone, 3, host(20))
      count(counter, 'winter', onPhone, 9, 'late.example')
      count(counter, 'winter', onPhone, 1, 'next-day.example', noon + dayMs)
      await counter.flush()
      const second = await linkCounts(store, 'winter')
      expect(second.referrers).toHaveLength(hostsPerDay + 2)
      expect(second.referrers).toContain(`${today} other 29`)
      expect(second.referrers).toContain(`${today} ${host(20)} 5`)
      expect(second.referrers).toContain(`${today + 1} next-day.example 1`)
      expect(second.hits).toBe(20 + 2 * hostsPerDay + 13)
    })

    test('of several concurrent processes are all counted', async () => {
      const store = await openTestStore()
      const ids = Array.from({ length: 40 }, (_, index) => `${'abcd'[index % 4]}${index}`)
      await addLinks(store, ids)
      const processes = [counterOn(store), counterOn(store), counterOn(store)]
      for (let round = 0; round < 4; round++) {
        for (const counter of processes) for (const id of ids) count(counter, id, onPhone, 2, 'a.example')
        await Promise.all(processes.map((counter) => counter.flush()))
      }
      for (const id of ids) {
        expect(await linkCounts(store, id)).toMatchObject({ hits: 24, referrers: [`${today} a.example 24`] })
      }
    })

    test('during a write are included in later counts', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      const counter = counterOn(store)
      const flushes: Promise<void>[] = []
      for (let visit = 0; visit < 200; visit++) {
        count(counter, 'winter', onPhone, 1)
        flushes.push(counter.flush())
        if (visit % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      await flushes.at(-1)
      expect((await linkCounts(store, 'winter')).hits).toBe(200)
      await Promise.all(flushes)
      expect((await linkCounts(store, 'winter')).hits).toBe(200)
    })

    test('are written when the server stops, and the next server counts none twice', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      const counter = counterOn(store)
      count(counter, 'winter', onPhone, 10)
      await counter.close()
      expect((await linkCounts(store, 'winter')).hits).toBe(10)
      await counterOn(store).flush()
      expect((await linkCounts(store, 'winter')).hits).toBe(10)
    })

    test('written by a process that was then killed are counted by another one', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      const rows = { id: 'killed.1', shard: 'w', day: today, counts: '{"winter":4}' }
      await store.run(store.sql('link_visits').insert({ ...rows, visitor: 'person', device: 'mobile' }))
      await counterOn(store).flush()
      expect((await linkCounts(store, 'winter')).hits).toBe(4)
    })
  })

  describe('while the database fails', () => {
    test('visits stay in memory and are counted once it responds, and the failure is logged once', async () => {
      const lines: Line[] = []
      const faulty = failing(await openTestStore())
      await addLinks(faulty.store, ['winter'])
      const counter = counterOn(faulty.store, { log: logInto(lines) })
      faulty.fail(new Error('no database'))
      for (let attempt = 0; attempt < 3; attempt++) {
        count(counter, 'winter', onPhone, 2)
        await expect(counter.flush()).rejects.toThrow('no database')
      }
      expect(lines.map(({ message }) => message)).toEqual(['writing visits failed'])
      faulty.fail(undefined)
      count(counter, 'winter', onPhone, 1)
      await counter.flush()
      expect((await linkCounts(faulty.store, 'winter')).hits).toBe(7)
    })

    test('the memory for them is limited, and the number of lost visits is logged', async () => {
      const lines: Line[] = []
      const faulty = failing(await openTestStore())
      const ids = Array.from({ length: 30 }, (_, index) => `link-${index}`)
      await addLinks(faulty.store, ids)
      const counter = counterOn(faulty.store, { log: logInto(lines), bounds: { visits: 20, referrers: 5 } })
      for (const id of ids) count(counter, id, onPhone, 2, 'a.example')
      await counter.flush()
      const counts = await Promise.all(ids.map((id) => linkCounts(faulty.store, id)))
      expect(counts.filter(({ hits }) => hits === 2)).toHaveLength(20)
      expect(counts.filter(({ hits }) => hits === 0)).toHaveLength(10)
      expect(counts.flatMap(({ referrers }) => referrers)).toHaveLength(5)
      expect(lines).toEqual([{ fields: { visits: 20 }, message: 'visits dropped' }])
    })

    test('a write of unknown outcome is written again and counted once', async () => {
      const store = await openTestStore()
      await addLinks(store, ['winter'])
      let isLost = true
      const forgetful = failing(store).store
      const counter = counterOn({
        ...forgetful,
        async write(work) {
          const result = await store.write(work)
          if (!isLost) return result
          isLost = false
          throw new Error('the connection broke off after the commit')
        },
      })
      count(counter, 'winter', onPhone, 3)
      await expect(counter.flush()).rejects.toThrow('broke off')
      await counter.flush()
      expect((await linkCounts(store, 'winter')).hits).toBe(3)
    })

    test('the loss of the last visits is logged when the server stops', async () => {
      const lines: Line[] = []
      const faulty = failing(await openTestStore())
      const counter = new VisitCounter({ store: faulty.store, log: logInto(lines) })
      count(counter, 'winter', onPhone, 1)
      faulty.fail(new Error('no database'))
      await counter.close()
      expect(lines.map(({ message }) => message)).toContain('writing the last visits failed')
    })
  })
})

describe('the window', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a visit is written half a second after it was counted, and soon added up, and those of before at the given time', async () => {
    vi.useFakeTimers()
    const statements: string[] = []
    const tx = {
      sql: undefined as unknown as Store['sql'],
      run: async () => ({ changes: 0 }),
      get: async () => undefined,
      all: async () => [],
    }
    const { builderFor } = await import('#runtime/store/builders.ts')
    const store = {
      dialect: 'sqlite',
      sql: builderFor('sqlite'),
      all: async () => {
        statements.push('shards')
        return [{ shard: 'w' }]
      },
      write: async (work: (writer: unknown) => Promise<unknown>) => {
        statements.push('write')
        return work({ ...tx, sql: builderFor('sqlite') })
      },
    } as unknown as Store
    const counter = new VisitCounter({ store })
    await vi.advanceTimersByTimeAsync(5000)
    expect(statements).toEqual(['shards', 'write'])
    statements.length = 0
    counter.add('winter', onPhone, undefined, noon)
    await vi.advanceTimersByTimeAsync(499)
    counter.add('winter', onPhone, undefined, noon)
    expect(statements).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(statements).toEqual(['write'])
    await vi.advanceTimersByTimeAsync(5000)
    expect(statements).toEqual(['write', 'shards', 'write'])
    await counter.close()
    statements.length = 0
    const later = new VisitCounter({ store, firstAddUpMs: 3_600_000 })
    await vi.advanceTimersByTimeAsync(5000)
    expect(statements).toEqual([])
    later.add('winter', onPhone, undefined, noon)
    await vi.advanceTimersByTimeAsync(5500)
    expect(statements).toEqual(['write', 'shards', 'write'])
    await later.close()
    const unused = new VisitCounter({ store, firstAddUpMs: 3_600_000 })
    statements.length = 0
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(statements).toEqual(['shards', 'write'])
    await unused.close()
  })
})

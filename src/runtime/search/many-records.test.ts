import fc from 'fast-check'
import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { planOf } from '../../testing/plans.ts'
import { watchedReader } from '../../testing/watched-reader.ts'
import { compileQuery } from '../store/builders.ts'
import type { Query, Reader, Store } from '../store/types.ts'
import { matches } from './find.ts'
import { maxCounted, openSearchIndex, reindexed, type SearchEntry } from './index.ts'
import type { Part } from './types.ts'

async function account(store: Store, id: string): Promise<void> {
  await store.run(store.sql('accounts').insert({ id, username: id, created_at: 1, updated_at: 1 }))
}

forEachDatabase((dialect, openTestStore) => {
  /** An index with four entries per block and these records, oldest first. */
  async function withRecords(count: number, wordsOf: (n: number) => string) {
    const store = await openTestStore()
    const index = openSearchIndex(store, { blockSize: 4 })
    await account(store, 'acc_1')
    const put = (n: number, order: 'created' | 'changed', body = wordsOf(n)) =>
      store.write((tx) => index.put(tx, { ...recordOf(n), body }, order))
    for (let n = 0; n < count; n++) await put(n, 'created')
    return { store, index, put }
  }

  const idOf = (n: number): string => `d${String(n).padStart(3, '0')}`
  const recordOf = (n: number) => ({ kind: 'doc', id: idOf(n), owner: 'acc_1', title: '' })
  const idsFrom = (...numbers: number[]): string[] => numbers.map(idOf)
  const ofAnn = { kind: 'doc', in: { owner: 'acc_1' } } as const

  test('the newest come first, page by page, by offset and from the end of the previous page', async () => {
    const { store, index } = await withRecords(30, (n) => (n % 3 === 0 ? 'third all' : 'all'))
    const find = (more: object) => index.find(store, { ...ofAnn, query: 'third', limit: 4, ...more })
    const first = await find({})
    expect(first).toMatchObject({ ids: idsFrom(27, 24, 21, 18), total: 10, isAtLeast: false })
    expect((await find({ offset: 4 })).ids).toEqual(idsFrom(15, 12, 9, 6))
    const second = await find({ after: first.next })
    expect(second).toMatchObject({ ids: idsFrom(15, 12, 9, 6), total: 10, isAtLeast: false })
    expect(await find({ after: second.next })).toMatchObject({ ids: idsFrom(3, 0), next: undefined })
    expect((await find({ offset: 10 })).ids).toEqual([])
  })

  test('an entry that is put again stays where it was created, or becomes the newest', async () => {
    const { store, index, put } = await withRecords(12, () => 'plan')
    await put(2, 'created', 'plan again')
    await put(5, 'changed', 'plan again')
    const { ids } = await index.find(store, { ...ofAnn, query: 'plan', limit: 100 })
    expect(ids).toEqual(idsFrom(5, 11, 10, 9, 8, 7, 6, 4, 3, 2, 1, 0))
    expect((await index.find(store, { ...ofAnn, query: 'again', limit: 100 })).ids).toEqual(idsFrom(5, 2))
  })

  /** How many blocks each statement reads that finds this many matches of a word. */
  async function blocksRead(store: Store, word: string, needed: number): Promise<number[]> {
    const statements: string[] = []
    const watched = watchedReader(store, (query) => {
      const { sql, bindings } = compileQuery(query, dialect)
      statements.push([sql, ...bindings].join(' '))
    })
    const condition = { tokens: [], prefixes: [word], runs: [] }
    await matches(watched, { ...ofAnn, limit: needed }, [condition], needed)
    // Every block in which a statement looks up the word occurs in it once.
    return statements.map((text) => text.split(word).length - 1)
  }

  test('a common word reads the newest blocks only, and a rare one all of them in a few statements', async () => {
    const { store } = await withRecords(60, (n) => (n === 1 ? 'rare common' : 'common'))
    // PostgreSQL first reads the newest entries, in two blocks at most.
    expect(await blocksRead(store, 'rare', 2)).toEqual(dialect === 'sqlite' ? [1, 2, 4, 8] : [2, 1, 2, 4, 6])
    expect(await blocksRead(store, 'common', 3)).toEqual([dialect === 'sqlite' ? 1 : 2])
  })

  test('a search of few records is one statement, besides a look for older ones', async () => {
    const { store, index } = await withRecords(4, (n) => (n === 1 ? 'rare common' : 'common'))
    let queries = 0
    const watched = {
      dialect,
      sql: store.sql,
      all: <Row>(query: Query) => {
        queries += 1
        return store.all<Row>(query)
      },
      get: <Row>(query: Query) => {
        queries += 1
        return store.get<Row>(query)
      },
    }
    expect((await index.find(watched, { ...ofAnn, query: 'rare', limit: 3 })).ids).toEqual([idOf(1)])
    expect(queries).toBe(dialect === 'sqlite' ? 1 : 2)
    expect((await index.find(watched, { ...ofAnn, query: 'nothing', limit: 3 })).ids).toEqual([])
    expect(queries).toBe(dialect === 'sqlite' ? 3 : 4)
  })

  test('only as many blocks are read as are expected to contain the rest', async () => {
    const { store } = await withRecords(66, (n) => (n < 58 && (n >= 54 || n % 4 === 0) ? 'common' : 'all'))
    // The two newest blocks have no match, the next one has two, the one before it three, and each of the older ones one.
    expect(await blocksRead(store, 'common', 2)).toEqual(dialect === 'sqlite' ? [1, 2] : [2, 1])
    expect(await blocksRead(store, 'common', 12)).toEqual(dialect === 'sqlite' ? [1, 2, 4, 3, 1] : [2, 1, 2, 3, 3])
  })

  test('any number of blocks without entries is skipped', async () => {
    const { store } = await withRecords(2, (n) => (n === 0 ? 'rare' : 'all'))
    await store.run(
      store
        .sql('search_records')
        .where({ record_id: idOf(1) })
        .update({ block: 1_000_000 }),
    )
    const sizes = [1, 2, 4, 8, 16, 32, 64, 1]
    expect(await blocksRead(store, 'rare', 2)).toEqual(dialect === 'sqlite' ? sizes : [2, ...sizes])
  })

  test('matches are counted up to a limit, with a flag for more', async () => {
    const store = await openTestStore()
    await account(store, 'acc_1')
    const count = maxCounted + 5
    const knex = store.sql
    async function* entries() {
      yield Array.from({ length: count }, (_, n) => ({ ...recordOf(n), body: n === 0 ? 'all one' : 'all' }))
    }
    await filled(store, entries())
    const index = openSearchIndex(store)
    const find = (query: string, limit: number) => index.find(store, { ...ofAnn, query, limit })
    expect(await find('all', 1)).toMatchObject({ ids: [idOf(count - 1)], total: maxCounted, isAtLeast: true })
    expect(await find('all', count)).toMatchObject({ total: count, isAtLeast: false, next: undefined })
    expect(await find('one', 1)).toMatchObject({ ids: [idOf(0)], total: 1, isAtLeast: false })
    expect(knex).toBe(store.sql)
  })

  /** Adds entries as a migration does. */
  async function filled(store: Store, entries: AsyncIterable<readonly SearchEntry[]>): Promise<void> {
    const statements: Query[] = []
    const recording = {
      raw: async (text: string, values: Knex.Value[]) => statements.push(store.sql.raw(text, values)),
    }
    await reindexed(recording as unknown as Knex, dialect, entries)
    await store.write(async (tx) => {
      for (const query of statements) await tx.run(query)
    })
  }

  test('a search limited to labels finds those that have all of them, with a query and without', async () => {
    const store = await openTestStore()
    const index = openSearchIndex(store, { blockSize: 4 })
    await account(store, 'acc_1')
    const labelled: Record<string, string[]> = { a: ['red'], b: ['red', 'old'], c: ['old'], d: [] }
    for (const [id, labels] of Object.entries(labelled)) {
      const entry = { ...recordOf(0), id, body: id === 'b' ? 'house' : 'houseboat red', labels }
      await store.write((tx) => index.put(tx, entry, 'created'))
    }
    const find = async (labels: string[], query?: string) =>
      (await index.find(store, { ...ofAnn, labels, query, limit: 10 })).ids
    expect(await find(['red'])).toEqual(['b', 'a'])
    expect(await find(['red', 'old'])).toEqual(['b'])
    expect(await find(['red'], 'houseb')).toEqual(['a'])
    expect(await find(['re'])).toEqual([])
    expect(await find([])).toEqual([])
    expect(await find([], 'houseb')).toEqual(['d', 'c', 'a'])
  })

  test('any part of short texts is found, of any length and content, but not across two texts', async () => {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    await account(store, 'acc_1')
    const texts = fc.array(fc.string({ unit: fc.constantFrom(...'ab \'"%_\\+é日\u{10fffd}\ue020'), maxLength: 6 }), {
      maxLength: 2,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 4 }), texts, async (records, wanted) => {
        await store.write(async (tx) => {
          await tx.run(tx.sql('search_records').delete())
          for (const [n, given] of records.entries())
            await index.put(tx, { kind: 'card', id: idOf(n), owner: 'acc_1', texts: given }, 'created')
        })
        const { ids } = await index.find(store, { kind: 'card', in: { owner: 'acc_1' }, anyOf: wanted, limit: 10 })
        const expected = records.flatMap((given, n) =>
          given.some((text) => wanted.some((part) => part !== '' && text.includes(part))) ? [idOf(n)] : [],
        )
        expect(ids.toSorted()).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  test('public records are separate from those that only their owner may find', async () => {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    for (const owner of ['acc_1', 'acc_2']) {
      await account(store, owner)
      for (const isPublic of [true, false]) {
        const entry = { kind: 'post', id: `${owner} ${isPublic}`, owner, isPublic, title: 'heron', body: '' }
        await store.write((tx) => index.put(tx, entry, 'created'))
      }
    }
    const find = async (part: Part) =>
      (await index.find(store, { kind: 'post', in: part, query: 'heron', limit: 9 })).ids
    expect(await find('everybody')).toEqual(['acc_2 true', 'acc_1 true'])
    expect(await find({ owner: 'acc_1' })).toEqual(['acc_1 false'])
    await store.run(store.sql('accounts').where({ id: 'acc_2' }).delete())
    expect(await find('everybody')).toEqual(['acc_1 true'])
  })

  test('no statement of a search reads a whole table', async () => {
    const store = await openTestStore()
    const plans: string[] = []
    const explained: Reader = {
      dialect,
      sql: store.sql,
      async all<Row>(query: Query): Promise<Row[]> {
        plans.push(await planOf(store, query))
        return []
      },
      async get<Row>(query: Query) {
        plans.push(await planOf(store, query))
        return { block: 3 } as Row
      },
    }
    const index = openSearchIndex(store)
    await index.find(explained, { ...ofAnn, query: 'plan', limit: 5, after: { block: 3, entry: 1 } })
    await index.find(explained, { ...ofAnn, query: 'plan', limit: 5 })
    const text = plans.join('\n')
    if (dialect === 'sqlite') {
      expect(text).toContain('search_tokens VIRTUAL TABLE INDEX')
      expect(text).toContain('SEARCH found USING INTEGER PRIMARY KEY')
      expect(text).toContain('USING COVERING INDEX search_records_by_block')
      expect(text).not.toMatch(/TEMP B-TREE|SCAN (found|search_records)/)
    } else {
      expect(text).toContain('Function Scan on search_found')
      expect(text).toContain('Index Only Scan Backward using search_records_by_place')
      expect(text).toMatch(
        /Index Scan Backward using search_records_by_place.*\n.*Index Cond: .*ROW\(block, entry\) < ROW/,
      )
      expect(text).not.toMatch(/Seq Scan|Sort Key: search_records/)
      const found = store.sql('pg_proc').select('proconfig').where({ proname: 'search_found' })
      expect(await store.all(found)).toEqual([{ proconfig: ['enable_seqscan=off'] }])
    }
  })
})

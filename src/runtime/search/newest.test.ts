import fc from 'fast-check'
import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { watchedReader } from '../../testing/watched-reader.ts'
import type { Query, Store } from '../store/types.ts'
import { openSearchIndex, reindexed, type SearchEntry } from './index.ts'
import type { Place } from './types.ts'

forEachDatabase((dialect, openTestStore) => {
  /** A store with these texts, oldest first, added as in a migration. */
  async function withTexts(texts: readonly string[]): Promise<Store> {
    const store = await openTestStore()
    await store.run(store.sql('accounts').insert({ id: 'acc_1', username: 'ann', created_at: 1, updated_at: 1 }))
    const entries = texts.map((body, n): SearchEntry => ({ kind: 'doc', id: idOf(n), owner: 'acc_1', title: '', body }))
    const statements: Query[] = []
    const recording = {
      raw: async (text: string, values: Knex.Value[]) => statements.push(store.sql.raw(text, values)),
    }
    async function* all() {
      yield entries
    }
    await reindexed(recording as unknown as Knex, dialect, all())
    await store.write(async (tx) => {
      for (const query of statements) await tx.run(query)
    })
    return store
  }

  const idOf = (n: number): string => `d${String(n).padStart(4, '0')}`
  const ofAnn = { kind: 'doc', in: { owner: 'acc_1' } } as const
  const large = Array.from({ length: 400 }, (_, n) => `word${n}`).join(' ')
  const texts = Array.from({ length: 1500 }, (_, n) =>
    [
      n % 2 === 0 ? 'half' : '',
      n % 10 === 3 ? 'tenth' : '',
      n < 300 ? 'old' : '',
      n === 7 ? 'rare' : '',
      n % 400 === 398 ? large : 'small',
    ].join(' '),
  )

  test('every page of common and rare words equals a comparison of all texts, including large ones', async () => {
    const store = await withTexts(texts)
    const index = openSearchIndex(store)
    const queries = fc.constantFrom('half', 'tenth', 'old', 'rare', 'half tenth', 'word399', 'small', 's', 'half old')
    await fc.assert(
      fc.asyncProperty(queries, fc.integer({ min: 60, max: 1200 }), async (query, limit) => {
        const words = query.split(' ')
        const expected = texts
          .map((text, n) => ({ id: idOf(n), words: text.split(' ') }))
          .filter((entry) => words.every((word) => entry.words.some((its) => its.startsWith(word))))
          .map(({ id }) => id)
          .toReversed()
        const found: string[] = []
        for (let after: Place | undefined; ; ) {
          const page = await index.find(store, { ...ofAnn, query, limit, after })
          expect(page.total).toBe(Math.min(expected.length, after ? 1000 : Math.max(1000, limit)))
          found.push(...page.ids)
          after = page.next
          if (!after) break
        }
        expect(found).toEqual(expected)
      }),
      { numRuns: 30, examples: [['rare', 1]] },
    )
  })

  if (dialect === 'sqlite') return

  test('the index is used for a word only if few of the newest entries have it, or they are large', async () => {
    const store = await withTexts(texts)
    const ways: string[] = []
    const watched = watchedReader(store, (query) =>
      ways.push(query.toString().includes('search_found') ? 'index' : 'entries'),
    )
    const waysOf = async (query: string, limit = 20) => {
      ways.length = 0
      await openSearchIndex(store).find(watched, { ...ofAnn, query, limit })
      return ways.splice(0)
    }
    expect(await waysOf('tenth')).toEqual(['entries', 'index'])
    // The large text number 1198 is the 302nd of the newest.
    expect(await waysOf('half')).toEqual(['entries', 'entries', 'index'])
    await store.run(store.sql('search_records').whereIn('record_id', [1198, 798, 398].map(idOf)).delete())
    expect(await waysOf('half')).toEqual(['entries', 'entries'])
  })
})

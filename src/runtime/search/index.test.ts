import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { turnsDuring } from '../../testing/event-loop-turns.ts'
import type { Store } from '../store/types.ts'
import { parseQuery } from './conditions.ts'
import { openSearchIndex } from './index.ts'
import { searchText } from './normalise.ts'
import type { SearchIndex } from './types.ts'

async function account(store: Store, id: string): Promise<void> {
  await store.run(store.sql('accounts').insert({ id, username: id, created_at: 1, updated_at: 1 }))
}

async function find(store: Store, index: SearchIndex, query: string, kind = 'doc', owner = 'acc_1'): Promise<string[]> {
  const { ids } = await index.find(store, { kind, in: { owner }, query, limit: 1000 })
  return ids.toSorted()
}

/** What `find` promises, implemented without an index. */
function holds(text: string, query: string): boolean {
  const record = searchText(text)
  const wanted = searchText(query)
  if (wanted.words.length + wanted.runs.length === 0) return false
  return (
    wanted.words.every((word) => record.words.some((other) => other.startsWith(word))) &&
    wanted.runs.every((run) => record.runs.some((other) => other.includes(run)))
  )
}

forEachDatabase((_dialect, openTestStore) => {
  async function filled(texts: Record<string, string>): Promise<{ store: Store; index: SearchIndex }> {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    await account(store, 'acc_1')
    await store.write(async (tx) => {
      for (const [id, text] of Object.entries(texts))
        await index.put(tx, { kind: 'doc', id, owner: 'acc_1', title: text, body: '' }, 'changed')
    })
    return { store, index }
  }

  test('every word must match the beginning of a word in title or body, in any order', async () => {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    await account(store, 'acc_1')
    await store.write((tx) =>
      index.put(
        tx,
        { kind: 'doc', id: 'd1', owner: 'acc_1', title: 'Holiday plans', body: 'Book the Zürich train' },
        'changed',
      ),
    )
    for (const query of ['holiday', 'HOLI', 'zurich', 'Zürich hol', 'train plans', 'b'])
      expect(await find(store, index, query)).toEqual(['d1'])
    for (const query of ['oliday', 'holiday plane', 'trains', 'planszürich'])
      expect(await find(store, index, query)).toEqual([])
  })

  test('any part of Chinese, Japanese or Thai text is found, but only where its characters are adjacent', async () => {
    const { store, index } = await filled({
      a: '今日は東京タワーへ行きました',
      b: '京東と東海、日本と本語',
      c: 'ภาษาไทยง่ายมาก',
      d: '日本語の本',
    })
    expect(await find(store, index, '東京')).toEqual(['a'])
    expect(await find(store, index, '東')).toEqual(['a', 'b'])
    expect(await find(store, index, '京タワーへ')).toEqual(['a'])
    expect(await find(store, index, '日本語')).toEqual(['d'])
    expect(await find(store, index, '本')).toEqual(['b', 'd'])
    expect(await find(store, index, 'ไทย')).toEqual(['c'])
    expect(await find(store, index, '東京 行き')).toEqual(['a'])
  })

  test('quotes, operators and wildcards are plain text', async () => {
    const { store, index } = await filled({ a: 'salt and pepper', b: 'pepper', c: "o'brien: near(x)" })
    expect(await find(store, index, 'salt AND pepper')).toEqual(['a'])
    expect(await find(store, index, 'salt OR pepper')).toEqual([])
    expect(await find(store, index, 'NOT pepper')).toEqual([])
    expect(await find(store, index, '"pepper" | pep* & (\\')).toEqual(['a', 'b'])
    expect(await find(store, index, "o'brien' :* ;--")).toEqual(['c'])
    expect(await find(store, index, 'tokens:pepper')).toEqual([])
    expect(await find(store, index, 'NEAR(x, 5')).toEqual([])
  })

  test('a query without a letter or digit finds nothing', async () => {
    const { store, index } = await filled({ a: 'anything * "' })
    for (const query of ['', '   ', '*', '"', '?!', '🎉', '\u0301']) expect(await find(store, index, query)).toEqual([])
  })

  test('other owners and other kinds are not found, with any ids', async () => {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    for (const owner of ['acc_1', 'acc_12', 'acc-1']) {
      await account(store, owner)
      for (const kind of ['doc', 'note']) {
        await store.write((tx) =>
          index.put(tx, { kind, id: `${kind}_of_${owner}`, owner, title: 'secret', body: '' }, 'changed'),
        )
      }
    }
    expect(await find(store, index, 'secret', 'doc', 'acc_1')).toEqual(['doc_of_acc_1'])
    expect(await find(store, index, 'secret', 'note', 'acc-1')).toEqual(['note_of_acc-1'])
    expect(await find(store, index, 'doc acc', 'doc', 'acc_1')).toEqual([])
  })

  test('no token is shared by two owners, so the words of others do not slow down a search', async () => {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    for (const owner of ['acc_1', 'acc_2']) {
      await account(store, owner)
      await store.write((tx) =>
        index.put(tx, { kind: 'doc', id: owner, owner, title: 'same words', body: '東京' }, 'changed'),
      )
    }
    if (store.dialect === 'sqlite') {
      await store.run(store.sql.raw("create virtual table search_terms using fts5vocab('search_tokens', 'row')"))
    }
    const terms = store.sql.raw(
      store.dialect === 'sqlite'
        ? 'select term from search_terms'
        : 'select unnest(tsvector_to_array(tokens)) as term from search_records',
    )
    const found = (await store.all<{ term: string }>(terms)).map(({ term }) => term)
    expect(new Set(found).size).toBe(8)
    expect(new Set(found.map((term) => Array.from(term).slice(0, 2).join('')))).toHaveProperty('size', 2)
  })

  test('an entry that was prepared in advance is found like any other', async () => {
    const { store, index } = await filled({})
    const prepared = await index.prepare({
      kind: 'doc',
      id: 'p',
      owner: 'acc_1',
      title: 'Plan',
      body: 'x '.repeat(9000),
    })
    await store.write((tx) => index.put(tx, prepared, 'changed'))
    expect(await find(store, index, 'plan x')).toEqual(['p'])
  })

  test('a text that is slow to tokenize is prepared in slices, between which other requests are served', async () => {
    const index = openSearchIndex(await openTestStore())
    const slow = { kind: 'doc', id: 'p', owner: 'acc_1', title: '', body: '\ufdfa'.repeat(200_000) } as const
    const { turns } = await turnsDuring(async () => index.prepare(slow))
    expect(turns).toBeGreaterThan(5)
  })

  test('putting again replaces, removing removes, and deleting the account removes all of its entries', async () => {
    const { store, index } = await filled({ a: 'first', b: 'second' })
    await store.write((tx) =>
      index.put(tx, { kind: 'doc', id: 'a', owner: 'acc_1', title: 'third', body: '東京都' }, 'changed'),
    )
    expect(await find(store, index, 'first')).toEqual([])
    expect(await find(store, index, 'third 東京都')).toEqual(['a'])
    await store.write((tx) => index.remove(tx, 'doc', 'b'))
    await store.write((tx) => index.remove(tx, 'doc', 'b'))
    expect(await find(store, index, 'second')).toEqual([])
    await store.run(store.sql('accounts').where({ id: 'acc_1' }).delete())
    await account(store, 'acc_1')
    expect(await find(store, index, 'third')).toEqual([])
    await store.write((tx) =>
      index.put(tx, { kind: 'doc', id: 'c', owner: 'acc_1', title: 'fresh', body: '' }, 'changed'),
    )
    expect(await find(store, index, 'third')).toEqual([])
    expect(await find(store, index, 'fresh')).toEqual(['c'])
  })

  test('entries of a rolled back transaction are not found', async () => {
    const { store, index } = await filled({})
    const failing = store.write(async (tx) => {
      await index.put(tx, { kind: 'doc', id: 'a', owner: 'acc_1', title: 'gone', body: '' }, 'changed')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await find(store, index, 'gone')).toEqual([])
  })

  test('very long and very varied texts are accepted', async () => {
    const store = await openTestStore()
    const index = openSearchIndex(store)
    await account(store, 'acc_1')
    const han = Array.from({ length: 200_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000))).join('')
    const words = Array.from({ length: 60_000 }, (_, i) => `word${i}`).join(' ')
    await store.write(async (tx) => {
      await index.put(tx, { kind: 'doc', id: 'han', owner: 'acc_1', title: 'han', body: han }, 'changed')
      await index.put(tx, { kind: 'doc', id: 'words', owner: 'acc_1', title: 'words', body: words }, 'changed')
      await index.put(
        tx,
        {
          kind: 'doc',
          id: 'long',
          owner: 'acc_1',
          title: 'long',
          body: `${'x'.repeat(100_000)} end`,
        },
        'changed',
      )
    })
    expect(await find(store, index, han.slice(100, 200))).toEqual(['han'])
    expect(await find(store, index, 'word5 words')).toEqual(['words'])
    expect(await find(store, index, `${'x'.repeat(200)} end`)).toEqual(['long'])
  })

  test('any query over any texts finds exactly the records that contain all its words', async () => {
    const pieces = [
      'a',
      'ab',
      'abc',
      'É',
      'ß',
      'ss',
      '日',
      '本',
      '日本',
      'ไ',
      'ไทย',
      ' ',
      '-',
      '"',
      '*',
      "'",
      '한',
      '1',
      '\u0301',
      'İ',
      '(',
      ':',
    ]
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''))
    const { store, index } = await filled({})
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 5 }), text, async (texts, query) => {
        await store.write(async (tx) => {
          await tx.run(tx.sql('search_records').delete())
          for (const [i, title] of texts.entries())
            await index.put(tx, { kind: 'doc', id: `r${i}`, owner: 'acc_1', title, body: '' }, 'changed')
        })
        const expected = texts.flatMap((title, i) => (holds(title, query) ? [`r${i}`] : []))
        expect(await find(store, index, query)).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })
})

describe('the limits of a query', () => {
  test('256 characters and 24 words are accepted; one more is rejected with the name of the argument', () => {
    expect(parseQuery('𠮷'.repeat(256))).toBeDefined()
    expect(() => parseQuery('x'.repeat(257))).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        details: [{ path: 'query', message: 'must have at most 256 characters' }],
      }),
    )
    const words = Array.from({ length: 25 }, (_, i) => `w${i}`)
    expect(parseQuery(words.slice(0, 24).join(' '))?.prefixes).toHaveLength(24)
    expect(() => parseQuery(words.join(' '))).toThrow('query must have at most 24 words.')
  })
})

import { expect, test } from 'vitest'
import { searchEntryOf } from '../handlers/docs/search/entry.ts'
import { openSearchIndex } from '../runtime/search/index.ts'
import { openStore } from '../runtime/store/open.ts'
import type { Store } from '../runtime/store/types.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { migrations } from './migrations.ts'

/** What each family had before the search index was rebuilt. */
const records: Record<string, object[]> = {
  docs: [
    { id: 'doc_a', title: 'Beans', title_key: 'beans', content: 'Broad', updated_at: 9 },
    { id: 'doc_b', title: 'Beans', title_key: 'beans', content: '東京都', updated_at: 5 },
  ].map((row) => ({ ...row, public: false, snippet: '', length: 5 })),
  bookmarks: [
    { id: 'bookmark_a', kind: 'video', url: 'https://tides.example/a' },
    { id: 'bookmark_b', kind: 'link', url: 'https://tides.example/b' },
  ].map((row) => ({ ...row, url_key: row.id, title: 'Tides', source: 'tides.example', updated_at: 1 })),
  links: [
    { id: 'ferry', destination: 'https://ferries.example/', title: 'Boats', tags: '["sea","north"]', updated_at: 1 },
  ],
  blog_posts: [
    { id: 'post_a', title: 'The heron', title_key: 'the heron', private: false },
    { id: 'post_b', title: 'A heron', title_key: 'a heron', private: true },
  ].map((row) => ({ ...row, tags: '', snippet: '', content: '', updated_at: 1 })),
  contacts: [
    { id: 'contact_a', name: 'Zoë 10', name_find: 'zoe 10', phone: '+46 8 1', phone_find: '+4681' },
    { id: 'contact_b', name: 'Zoë 9', name_find: 'zoe 9', phone: null, phone_find: null },
  ].map((row) => ({ ...row, name_key: row.name, updated_at: 1 })),
}

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  async function migratedFromBefore(): Promise<Store> {
    const store = await openStore(await newDatabase('empty'))
    await store.migrate(migrations.filter(({ name }) => name < '0040'))
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    for (const [table, rows] of Object.entries(records)) {
      for (const [at, row] of rows.entries()) {
        await store.run(store.sql(table).insert({ owner: 'ann', created_at: at + 1, ...row }))
      }
    }
    await store.migrate(migrations)
    return store
  }

  test('records of an earlier release are found by the new index, in order', async () => {
    const store = await migratedFromBefore()
    const index = openSearchIndex(store)
    const mine = { in: { owner: 'ann' }, limit: 10 }
    const idsOf = async (search: Parameters<typeof index.find>[1]) => (await index.find(store, search)).ids
    expect(await idsOf({ ...mine, kind: 'doc', query: 'bean' })).toEqual(['doc_a', 'doc_b'])
    expect(await idsOf({ ...mine, kind: 'doc', query: '京都' })).toEqual(['doc_b'])
    expect(await idsOf({ ...mine, kind: 'bookmark', query: 'tides' })).toEqual(['bookmark_b', 'bookmark_a'])
    expect(await idsOf({ ...mine, kind: 'bookmark', query: 'tides', labels: ['video'] })).toEqual(['bookmark_a'])
    expect(await idsOf({ ...mine, kind: 'link', query: 'boats', labels: ['tag north'] })).toEqual(['ferry'])
    expect(await idsOf({ ...mine, kind: 'posttitle', in: 'everybody', anyOf: ['heron'] })).toEqual(['post_a'])
    expect(await idsOf({ ...mine, kind: 'posttitle', anyOf: ['her'] })).toEqual(['post_b'])
    expect(await idsOf({ ...mine, kind: 'contact', anyOf: ['681', 'x'] })).toEqual(['contact_a'])
    const sorted = await store.all<{ id: string }>(store.sql('contacts').select('id').orderBy('name_sort'))
    expect(sorted.map(({ id }) => id)).toEqual(['contact_b', 'contact_a'])
    const later = { id: 'doc_c', owner: 'ann', title: 'Beans', content: '' }
    await store.write((tx) => index.put(tx, searchEntryOf(later), 'changed'))
    expect(await idsOf({ ...mine, kind: 'doc', query: 'bean' })).toEqual(['doc_c', 'doc_a', 'doc_b'])
    await store.close()
  })

  test('records from before they could have no owner are still found, and stories of news are', async () => {
    const store = await openStore(await newDatabase('empty'))
    await store.migrate(migrations.filter(({ name }) => name < '0086'))
    await store.run(store.sql('accounts').insert({ id: 'ann', username: 'ann', created_at: 1, updated_at: 1 }))
    const index = openSearchIndex(store)
    const put = (id: string, content: string) =>
      store.write((tx) => index.put(tx, searchEntryOf({ id, owner: 'ann', title: 'Beans', content }), 'changed'))
    await put('doc_a', 'broad')
    await put('doc_b', 'runner')
    const story = { feed: 'feed_1', topic: 'UK', url: 'https://news.example/', source: 'news.example', seen_at: 1 }
    const stories = [
      { id: 'news_a', title: 'Severn rises', summary: 'Barriers are up in Worcester.', sorted_at: 2 },
      { id: 'news_b', title: 'Severn falls', summary: null, sorted_at: 1 },
    ]
    await store.run(store.sql('news_stories').insert(stories.map((row) => ({ ...story, ...row, words: 'x' }))))
    await store.migrate(migrations)
    const idsOf = async (search: Parameters<typeof index.find>[1]) => (await index.find(store, search)).ids
    const mine = { kind: 'doc', in: { owner: 'ann' }, limit: 10 }
    expect(await idsOf({ ...mine, query: 'beans' })).toEqual(['doc_b', 'doc_a'])
    const news = { kind: 'news', in: 'everybody', limit: 10 } as const
    expect(await idsOf({ ...news, query: 'severn uk' })).toEqual(['news_a', 'news_b'])
    expect(await idsOf({ ...news, query: 'worcester' })).toEqual(['news_a'])
    await put('doc_a', 'climbing')
    expect(await idsOf({ ...mine, query: 'beans' })).toEqual(['doc_a', 'doc_b'])
    expect(await idsOf({ ...mine, query: 'broad' })).toEqual([])
    // An account's records and tokens are deleted with it; records without an owner stay.
    await store.run(store.sql('accounts').delete())
    expect(await idsOf({ ...mine, query: 'beans' })).toEqual([])
    expect((await store.all(store.sql('search_records'))).length).toBe(2)
    await store.close()
  })
})

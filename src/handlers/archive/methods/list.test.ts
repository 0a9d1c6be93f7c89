import { expect, test } from 'vitest'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { publish } from '#testing/publish.ts'
import { forEachServer } from '#testing/server.ts'
import { clearArchive, trains } from '../fixtures/archived.ts'

forEachServer((server) => {
  test('without a kind it says what there is of each, the largest first', async () => {
    await clearArchive(server())
    for (const [index, name] of ['one', 'two', 'three'].entries())
      await publish(server(), 'news.published', { ...trains, id: `news_${name}`, published: index })
    await publish(server(), 'videos.published', { ...trains, id: 'video_1' })
    await publish(server(), 'prayer.reminded', { ...trains, id: 'reminder_2026-11-21' })
    await publish(server(), 'social.posted', { ...trains, id: 'social_1', title: undefined })
    const quote = { id: 'market_BTC', title: 'Bitcoin', text: '$91,250.10', source: 'Coinbase', published: 1 }
    await publish(server(), 'markets.priced', quote)
    await publish(server(), 'markets.priced', {
      ...quote,
      text: '$91,300.00',
      published: 2000,
      attribution: 'Prices by Coinbase',
    })
    const counts = await server().anonymous.ok('archive.list', {})
    expect(counts.items).toEqual([])
    expect(counts.kinds).toEqual([
      { kind: 'news', total: 3 },
      { kind: 'market', total: 1 },
      { kind: 'reminder', total: 1 },
      { kind: 'social', total: 1 },
      { kind: 'video', total: 1 },
    ])
    expect(counts.text).toBe('The archive has\nnews: 3\nmarket: 1\nreminder: 1\nsocial: 1\nvideo: 1')
    expect((await server().anonymous.ok('archive.list', { kind: 'market' })).items).toEqual([
      {
        id: 'market_BTC',
        kind: 'market',
        title: 'Bitcoin',
        snippet: '$91,300.00',
        url: 'https://onedoor.example/markets/BTC',
        source: 'Coinbase',
        attribution: 'Prices by Coinbase',
        published: '1970-01-01T00:00:02.000Z',
      },
    ])
    expect((await server().anonymous.ok('archive.list', { kind: 'social' })).items).toMatchObject([
      { title: trains.text },
    ])
    const newest = await server().anonymous.ok('archive.list', { kind: 'news', limit: 2 })
    expect(newest.items.map(({ id }) => id)).toEqual(['news_three', 'news_two'])
    expect(newest.kinds).toEqual([{ kind: 'news', total: 3 }])
    await publish(server(), 'news.withdrawn', { id: 'news_two' })
    await publish(server(), 'social.deleted', { id: 'social_1' })
    expect((await server().anonymous.ok('archive.list', {})).kinds.map(({ total }) => total)).toEqual([2, 1, 1, 1])
  })

  test('a list pages to its end by cursor, also through entries of the same time', async () => {
    await clearArchive(server())
    const { store, anonymous } = server()
    const row = { kind: 'video', title: 't', snippet: 's', text: 't', source: 's' }
    const rows = Array.from({ length: 7 }, (_, at) => ({ ...row, id: `video_${at}`, published_at: at >> 1 }))
    await store.run(store.sql('archive_entries').insert(rows))
    const pages = await pagesByCursor((from) => anonymous.ok('archive.list', { kind: 'video', limit: 3, ...from }))
    expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
      ['video_6', 'video_5', 'video_4'],
      ['video_3', 'video_2', 'video_1'],
      ['video_0'],
    ])
    expect(pages.map(({ kinds }) => kinds)).toEqual(pages.map(() => [{ kind: 'video', total: 7 }]))
    const cursor = pages[1]?.next_cursor ?? ''
    await store.run(store.sql('archive_entries').where({ id: 'video_0' }).delete())
    expect(await anonymous.ok('archive.list', { kind: 'video', cursor })).toEqual({
      items: [],
      kinds: [{ kind: 'video', total: 6 }],
      text: 'The archive has no further entries of the kind video.',
    })
    for (const args of [{ cursor }, { kind: 'video', cursor: 'video_1' }] as const) {
      const { body } = await anonymous.fails('archive.list', args)
      expect([body.code, body.details?.map(({ path }) => path)]).toEqual(['invalid_argument', ['cursor']])
    }
  })
})

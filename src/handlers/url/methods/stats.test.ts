import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

forEachServer((server) => {
  test('visits are reported by device, by referrer and for every day of the period', async () => {
    const { store, clock } = server()
    const ann = await server().account()
    const id = `stats-${ann.id.slice(-8)}`
    const { url } = await ann.ok('url.create', { destinationURL: 'https://ferries.example/', id })
    const today = Math.floor(clock.now() / 86_400_000)
    const visits = [
      [today, 'person', 'mobile', 5],
      [today, 'person', 'desktop', 2],
      [today, 'bot', 'other', 4],
      [today, 'head', 'other', 1],
      [today - 1, 'person', 'mobile', 3],
      [today - 7, 'person', 'tablet', 9],
    ] as const
    const days = visits.map(([day, visitor, device, hits]) => ({ link_id: id, day, visitor, device, hits }))
    await store.run(store.sql('link_days').insert(days))
    const came = [
      [today, 'news.example', 2],
      [today - 1, 'news.example', 2],
      [today, 'a.example', 1],
      [today, 'b.example', 1],
      [today - 7, 'old.example', 9],
    ] as const
    const referrers = came.map(([day, host, hits]) => ({ link_id: id, day, host, hits }))
    await store.run(store.sql('link_referrers').insert(referrers))
    await store.run(store.sql('links').where({ id }).update({ hits: 19, bot_hits: 4, head_hits: 1 }))
    const day = (back: number) => new Date((today - back) * 86_400_000).toISOString().slice(0, 10)
    const none = { people: 0, bots: 0, heads: 0 }
    expect(await ann.ok('url.stats', { id, days: 3 })).toEqual({
      id,
      shortURL: url.shortURL,
      total: { people: 19, bots: 4, heads: 1 },
      days: [
        { day: day(2), ...none },
        { day: day(1), ...none, people: 3 },
        { day: day(0), people: 7, bots: 4, heads: 1 },
      ],
      devices: [
        { device: 'mobile', people: 8 },
        { device: 'desktop', people: 2 },
      ],
      referrers: [
        { host: 'news.example', people: 4 },
        { host: 'a.example', people: 1 },
        { host: 'b.example', people: 1 },
      ],
    })
    const month = await ann.ok('url.stats', { id })
    expect([month.days.length, month.days.at(-8)?.people, month.devices[0]]).toEqual([
      30,
      9,
      { device: 'tablet', people: 9 },
    ])
    expect((await ann.ok('url.list', { shortURL: url.shortURL })).urlPairs[0]?.hitCount).toBe('19')
  })

  test('a visit is in the counts as soon as its response is sent', async () => {
    const ann = await server().account()
    const { id, shortURL } = (await ann.ok('url.create', { destinationURL: 'https://ferries.example/' })).url
    const person =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1'
    const visit = (headers: Record<string, string>, method = 'GET') =>
      fetch(shortURL, { method, headers, redirect: 'manual' })
    const referred = { 'User-Agent': person, Referer: 'https://news.example/today' }
    const visits = [
      ...Array.from({ length: 20 }, () => visit({ 'User-Agent': person })),
      ...Array.from({ length: 3 }, () => visit(referred)),
      ...Array.from({ length: 4 }, () => visit({ 'User-Agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' })),
      visit({ 'User-Agent': person, 'Sec-Purpose': 'prefetch' }),
      visit({ 'User-Agent': person }, 'HEAD'),
    ]
    expect(new Set((await Promise.all(visits)).map(({ status }) => status))).toEqual(new Set([302]))
    expect(await ann.ok('url.stats', { id, days: 1 })).toMatchObject({
      total: { people: 23, bots: 5, heads: 1 },
      days: [{ people: 23, bots: 5, heads: 1 }],
      devices: [{ device: 'mobile', people: 23 }],
      referrers: [{ host: 'news.example', people: 3 }],
    })
    expect((await ann.ok('url.list', { shortURL })).urlPairs[0]?.hitCount).toBe('23')
  })

  test('a link without visits has every day with zero visits', async () => {
    const ann = await server().account()
    const { shortURL } = await ann.ok('url.shorten', { destinationURL: 'https://ferries.example/' })
    const stats = await ann.ok('url.stats', { shortURL, days: 1 })
    expect(stats).toMatchObject({ total: { people: 0, bots: 0, heads: 0 }, devices: [], referrers: [] })
    expect(stats.days).toHaveLength(1)
  })
})

import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { creatorOn, html, icon } from '../fixtures/created-app.ts'

forEachServer((server) => {
  const create = creatorOn(server)

  test('a name cannot change the direction of a sentence about the app, such as the one with its price', async () => {
    const { ada, app } = await create({ name: 'Tides \u202e\u2067', price: 12 })
    expect(app.name).toBe('Tides')
    const edited = await ada.ok('apps.edit', { slug: app.slug, name: 'Ebb\u202e and flow' })
    expect(edited).toMatchObject({ name: 'Ebb and flow', changed: ['name'] })
  })

  test('an edit keeps omitted fields, including the price, and returns what it changed', async () => {
    const { ada, app } = await create({ price: 2.5, tags: 'river', icon, public: true })
    server().clock.advance(60_000)
    const edited = await ada.ok('apps.edit', { slug: app.slug, name: 'Heron', html: `${html}\n`, tags: 'river' })
    const { changed, ...rest } = edited
    expect(changed).toEqual(['html', 'name'])
    const updated = new Date(server().clock.now()).toISOString()
    expect(rest).toEqual({ ...app, name: 'Heron', size_bytes: html.length + 1, updated })
    const free = await ada.ok('apps.edit', { slug: app.slug, price: 0 })
    expect([free.changed, free.price_credits]).toEqual([['price'], 0])
  })

  test('an edit costs 10 credits, or none if it changes nothing or fails', async () => {
    const { ada, app } = await create()
    const spent = async () => 1_000_000_000 - (await server().ledger.balance(ada.id)).balance
    await ada.ok('apps.edit', { slug: app.slug })
    expect((await ada.ok('apps.edit', { slug: app.slug, name: app.name, price: 0 })).changed).toEqual([])
    await ada.fails('apps.edit', { slug: app.slug, price: 2000 })
    await ada.fails('apps.edit', { slug: app.slug, icon: '<svg onclick="x"></svg>' })
    await ada.fails('apps.edit', { slug: 'no-such-app', name: 'x' })
    expect(await spent()).toBe(0)
    await ada.ok('apps.edit', { slug: app.slug, name: 'Other' })
    expect(await spent()).toBe(10_000_000)
  })

  test('the latest 50 versions are stored', async () => {
    const { ada, app } = await create()
    await server().ledger.grant(ada.id, 1e12, 'for the test')
    for (let count = 0; count < 52; count++) await ada.ok('apps.edit', { slug: app.slug, name: `Heron ${count}` })
    await ada.ok('apps.edit', { slug: app.slug, price: 3 })
    const { store } = server()
    const kept = await store.all<{ number: number; name: string }>(
      store.sql('app_versions').select('number', 'name').where({ app: app.id }).orderBy('number'),
    )
    expect(kept).toHaveLength(50)
    expect([kept[0]?.number, kept.at(-1)]).toEqual([4, { number: 53, name: 'Heron 51' }])
  })
})

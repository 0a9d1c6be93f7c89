import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const html = '<!doctype html><html><body><p>Hello</p></body></html>'
const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="red"/></svg>'

forEachServer((server) => {
  const create = async (more: Record<string, unknown> = {}) => {
    const ada = await server().account()
    const app = await ada.ok('apps.create', { name: 'Heron watch', html, ...more })
    return { ada, app }
  }

  describe('apps', () => {
    test('an app is private unless it is made public, and has the given fields', async () => {
      const ada = await server().account()
      const now = new Date(server().clock.now()).toISOString()
      const app = await ada.ok('apps.create', {
        name: ' Tide\n table ',
        html,
        tags: 'Sea, sea,Boats',
        icon,
        price: 0.000001,
      })
      expect(app).toEqual({
        id: expect.stringMatching(/^app_[0-9a-z]{26}$/),
        slug: 'tide-table',
        name: 'Tide table',
        description: 'Tide table',
        tags: ['sea', 'boats'],
        icon,
        icon_url: `${server().url}/apps/tide-table/icon.svg`,
        author: ada.username,
        public: false,
        price_credits: 0.000001,
        uses: 0,
        size_bytes: html.length,
        url: `${server().url}/apps/tide-table`,
        origin: { kind: 'created' },
        created: now,
        updated: now,
      })
      expect((await ada.ok('apps.create', { name: 'Both', html, public: true, private: true })).public).toBe(false)
      expect((await ada.ok('apps.create', { name: 'Open', html, public: true })).public).toBe(true)
      expect(await ada.ok('apps.read', { slug: 'tide-table' })).toEqual({
        app,
        html,
        mine: true,
        text: `Tide table by ${ada.username}: Tide table. Tags: sea, boats. ${app.url}`,
      })
    })

    test('a slug is derived from the name, gets a number if it is taken, and is app- plus a number for a name in Chinese', async () => {
      const { ada, app } = await create({ name: 'Ferry times' })
      expect(app.slug).toBe('ferry-times')
      expect((await ada.ok('apps.create', { name: 'Ferry  Times!', html })).slug).toBe('ferry-times-2')
      expect((await ada.ok('apps.create', { name: '潮汐', html })).slug).toMatch(/^app-\d+$/)
      expect((await ada.ok('apps.create', { name: 'Admin', html })).slug).toMatch(/^admin-\d+$/)
      for (const [slug, code] of [
        ['ferry-times', 'failed_precondition'],
        ['settings', 'failed_precondition'],
        ['-x-', 'invalid_argument'],
        ['ab', 'invalid_argument'],
        ['Ferry', 'invalid_argument'],
        ['a/../b', 'invalid_argument'],
        ['日本語', 'invalid_argument'],
        ['x'.repeat(51), 'invalid_argument'],
      ] as const) {
        const { status, body } = await ada.fails('apps.create', { name: 'Ferry', html, slug })
        expect([slug, status, body.code]).toEqual([slug, 400, code])
      }
    })

    test.each([
      ['a source of 256 KB and one byte', { html: 'x'.repeat(262_145) }, 'html'],
      ['as many bytes in fewer characters', { html: '🌊'.repeat(65_537) }, 'html'],
      ['a part of a micro-credit', { price: 0.0000015 }, 'price'],
      ['tags of nothing but commas', { tags: ' , ,' }, 'tags'],
      ['an icon with a script', { icon: '<svg><script>alert(1)</script></svg>' }, 'icon'],
      ['an icon with a handler', { icon: '<svg onload="alert(1)"></svg>' }, 'icon'],
      ['an icon with HTML', { icon: '<svg><foreignObject><b>x</b></foreignObject></svg>' }, 'icon'],
      ['an icon from elsewhere', { icon: '<svg><use href="https://evil.example/x.svg#a"/></svg>' }, 'icon'],
      ['an icon with a declaration', { icon: '<svg><!ENTITY a "b"></svg>' }, 'icon'],
      ['an icon that is no SVG', { icon: 'javascript:alert(1)' }, 'icon'],
      ['an icon of more than 32 KB', { icon: `<svg>${' '.repeat(32_768)}</svg>` }, 'icon'],
      ['a name of which nothing is shown', { name: '\u202e\u200f' }, 'name'],
    ])('%s is rejected, and nothing is stored', async (_what, wrong, path) => {
      const ada = await server().account()
      const { status, body } = await ada.fails('apps.create', { name: 'Wrong', html, ...wrong })
      expect([status, body.code, body.details?.map((fault) => fault.path)]).toEqual([400, 'invalid_argument', [path]])
      expect(await ada.ok('apps.collection', {})).toEqual({ items: [] })
    })

    test('a name cannot change the direction of a sentence about the app, such as the one with its price', async () => {
      const { ada, app } = await create({ name: 'Tides \u202e\u2067', price: 12 })
      expect(app.name).toBe('Tides')
      const edited = await ada.ok('apps.edit', { slug: app.slug, name: 'Ebb\u202e and flow' })
      expect(edited).toMatchObject({ name: 'Ebb and flow', changed: ['name'] })
    })

    test('a source of exactly 256 KB is stored unchanged', async () => {
      const source = `<!doctype html>\r\n\u0000${'🌊'.repeat(10)}`.replace('\u0000', '') + 'x'.repeat(262_144 - 57)
      const { ada, app } = await create({ html: source, name: 'Large' })
      expect(app.size_bytes).toBe(262_144)
      expect((await ada.ok('apps.read', { slug: app.slug })).html).toBe(source)
    })

    test('for every method, a private app of someone else looks like a missing one', async () => {
      const { app } = await create()
      const bob = await server().account()
      for (const [id, args] of [
        ['apps.read', {}],
        ['apps.embed', {}],
        ['apps.fork', {}],
        ['apps.test', {}],
        ['apps.edit', { name: 'Mine now' }],
      ] as const) {
        const theirs = await bob.fails(id, { slug: app.slug, ...args })
        const none = await bob.fails(id, { slug: 'no-such-app', ...args })
        expect([theirs.status, theirs.body.code]).toEqual([400, 'not_found'])
        expect(theirs.body.error.replace(app.slug, 'no-such-app')).toBe(none.body.error)
      }
      expect((await server().anonymous.fails('apps.read', { slug: app.slug })).body.code).toBe('not_found')
    })

    test('anyone can read and embed a public app, but only its owner can read its source', async () => {
      const { ada, app } = await create({ public: true, description: 'Where is it?' })
      const read = await server().anonymous.ok('apps.read', { slug: app.slug })
      expect(read).toEqual({ app, mine: false, text: `Heron watch by ${ada.username}: Where is it? ${app.url}` })
      expect(await server().anonymous.ok('apps.embed', { slug: app.slug })).toEqual({
        slug: app.slug,
        name: 'Heron watch',
        description: 'Where is it?',
        url: app.url,
        frame_url: `${app.url}?embed=1`,
        sandbox: 'allow-scripts allow-forms allow-same-origin',
        text: `Heron watch: ${app.url}`,
      })
    })

    test('an app with a price cannot be embedded, and only its owner can copy it', async () => {
      const { ada, app } = await create({ public: true, price: 5 })
      const bob = await server().account()
      expect((await ada.fails('apps.embed', { slug: app.slug })).body.code).toBe('failed_precondition')
      expect((await bob.fails('apps.fork', { slug: app.slug })).body.code).toBe('failed_precondition')
      expect(await ada.ok('apps.fork', { slug: app.slug })).toMatchObject({ price_credits: 0, public: false })
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

    test('a copy is private and free, and does not follow its original', async () => {
      const { ada, app } = await create({ public: true, tags: 'river', icon })
      const bob = await server().account()
      const copy = await bob.ok('apps.fork', { slug: app.slug })
      expect(copy).toMatchObject({
        name: app.name,
        tags: ['river'],
        icon,
        author: bob.username,
        public: false,
        price_credits: 0,
        origin: { kind: 'fork', slug: app.slug },
      })
      expect(copy.slug).toBe(`${app.slug}-2`)
      expect((await bob.fails('apps.fork', { slug: app.slug, new_slug: app.slug })).body.code).toBe(
        'failed_precondition',
      )
      expect((await bob.ok('apps.fork', { slug: app.slug, new_slug: 'bobs-heron' })).slug).toBe('bobs-heron')
      await ada.ok('apps.edit', { slug: app.slug, html: `${html}<!-- new -->` })
      expect((await bob.ok('apps.read', { slug: copy.slug })).html).toBe(html)
    })

    test('the collection has only apps of the caller, last edited first, without icons', async () => {
      const ada = await server().account()
      const slugs = []
      for (const name of ['First app', 'Second app', 'Third app']) {
        server().clock.advance(1000)
        slugs.push((await ada.ok('apps.create', { name, html, icon })).slug)
      }
      server().clock.advance(1000)
      await ada.ok('apps.edit', { slug: slugs[0] as string, description: 'Edited' })
      const { items } = await ada.ok('apps.collection', {})
      expect(items.map(({ slug }) => slug)).toEqual([slugs[0], slugs[2], slugs[1]])
      expect(items[0]).not.toHaveProperty('icon')
      expect(items[0]?.icon_url).toMatch(/icon\.svg$/)
    })

    test('an account has at most 500 apps', async () => {
      const { ada, app } = await create()
      const { store } = server()
      const [row] = await store.all<Record<string, unknown>>(store.sql('apps').select('*').where({ id: app.id }))
      const more = Array.from({ length: 499 }, (_, index) => ({
        ...row,
        id: `${app.id}x${index}`,
        slug: `${app.slug}-x${index}`,
      }))
      await store.write(async (tx) => {
        for (let start = 0; start < more.length; start += 20)
          await tx.run(tx.sql('apps').insert(more.slice(start, start + 20)))
      })
      expect((await ada.fails('apps.create', { name: 'One more', html })).body.code).toBe('failed_precondition')
      expect((await ada.fails('apps.fork', { slug: app.slug })).body.code).toBe('failed_precondition')
      expect((await ada.ok('apps.collection', {})).items).toHaveLength(500)
    })

    test('without a model nothing is built, and the error names the setting', async () => {
      const { status, body } = await (await server().account()).fails('apps.build', { prompt: 'A tip splitter' })
      expect([status, body.code]).toEqual([503, 'not_configured'])
      expect(body.error).toContain('MODEL_')
    })
  })
})

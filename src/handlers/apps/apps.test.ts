import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { creatorOn, html, icon } from './fixtures/created-app.ts'

forEachServer((server) => {
  const create = creatorOn(server)

  describe('apps', () => {
    test('a source of exactly 256 KiB is stored unchanged', async () => {
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

import { describe, expect, test } from 'vitest'
import { forEachServer } from '../../testing/server.ts'
import { body50, publisherOn } from './fixtures/published.ts'

const missing = 'post_01k9y6d4f6g8h0j2k4m6n8p0q2'

forEachServer((server) => {
  const publish = publisherOn(server)

  describe('blog', () => {
    test('a post is stored as written and can be read by everybody', async () => {
      const ada = await server().account()
      const content = '  Jeden Morgen **steht** der Reiher 🪶 am Wehr.\r\n\n\t"quotes" \\ %_ \u202e\n'
      const now = new Date(server().clock.now()).toISOString()
      const post = await ada.ok('blog.create', {
        content,
        title: ' Der Reiher\nam Wehr ',
        tags: ' Vögel,fluss,, vögel ,川',
      })
      expect(post).toEqual({
        id: expect.stringMatching(/^post_[0-9a-z]{26}$/),
        title: 'Der Reiher am Wehr',
        snippet: 'Jeden Morgen steht der Reiher 🪶 am Wehr. "quotes" \\ %_ \u202e',
        tags: ['Vögel', 'fluss', '川'],
        author: ada.username,
        mine: true,
        public: true,
        private: false,
        created: now,
        updated: now,
      })
      const { snippet: _, ...entry } = post
      const whole = { ...entry, content, text: `# Der Reiher am Wehr\n\n${ada.username}, 2026-11-21\n\n${content}` }
      expect(await ada.ok('blog.read', { id: post.id })).toEqual(whole)
      expect(await server().anonymous.ok('blog.read', { id: post.id })).toEqual({ ...whole, mine: false })
      expect(await (await server().account()).ok('blog.read', { title: 'der reiher am wehr' })).toEqual({
        ...whole,
        mine: false,
      })
    })

    test('a post has at least 50 characters, counted as characters and without surrounding whitespace', async () => {
      const ada = await server().account()
      for (const content of ['🪶'.repeat(49), `   ${'x'.repeat(49)}\n\n   `, `${'\t'.repeat(60)}x`]) {
        const { status, body } = await ada.fails('blog.create', { content })
        expect([status, body.code]).toEqual([400, 'invalid_argument'])
        expect(body.details?.map(({ path }) => path)).toEqual(['content'])
      }
      const { id } = await ada.ok('blog.create', { content: '🪶'.repeat(50), private: true })
      const { body } = await ada.fails('blog.update', { id, content: ` ${'🪶'.repeat(49)} ` })
      expect(body.details?.map(({ path }) => path)).toEqual(['content'])
      expect(await ada.ok('blog.read', { id })).toMatchObject({ content: '🪶'.repeat(50) })
    })

    test('the longest title and content are taken whole, also a title whose key is longer than itself', async () => {
      const ada = await server().account()
      const longest = { title: '\u{1d160}'.repeat(200), content: '🌳'.repeat(200_000) }
      const { id } = await ada.ok('blog.create', { ...longest, private: true })
      expect(await ada.ok('blog.read', { title: longest.title })).toMatchObject({ id, ...longest })
      const { body } = await ada.fails('blog.update', {
        id,
        title: `${longest.title}x`,
        content: `${longest.content}x`,
      })
      expect(body.details?.map(({ path }) => path).sort()).toEqual(['content', 'title'])
    })

    test("a private post is its author's alone: not in a list, not by id, not by title, not by a part of one", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const before = (await ben.ok('blog.list', { limit: 1 })).total
      const post = await publish(ada, 'Bittern diary', { private: true })
      expect(post.private).toBe(true)
      for (const stranger of [ben, server().anonymous]) {
        for (const title of ['Bittern diary', 'bittern']) {
          const { status, body } = await stranger.fails('blog.read', { title })
          expect([status, body.code]).toEqual([400, 'not_found'])
        }
        const hidden = await stranger.fails('blog.read', { id: post.id })
        const none = await stranger.fails('blog.read', { id: missing })
        expect({ ...hidden.body, error: hidden.body.error.replace(post.id, missing) }).toEqual(none.body)
        const { items, total } = await stranger.ok('blog.list', { limit: 500 })
        expect(items.map(({ id }) => id)).not.toContain(post.id)
        expect(total).toBe(before)
      }
      expect(await ada.ok('blog.read', { title: 'bittern' })).toMatchObject({ id: post.id, mine: true })
      const adas = await ada.ok('blog.list', { limit: 1 })
      expect([adas.items[0]?.id, adas.total]).toEqual([post.id, before + 1])
    })

    test('an update keeps what is omitted, and who may read the post', async () => {
      const ada = await server().account()
      const post = await publish(ada, 'Grebe', { private: true, tags: 'birds' })
      server().clock.advance(1000)
      const updated = new Date(server().clock.now()).toISOString()
      const content = `New text. ${body50}`
      expect(await ada.ok('blog.update', { id: post.id, content })).toEqual({
        ...post,
        updated,
        snippet: expect.stringMatching(/^New text\. Every/),
      })
      expect(await ada.ok('blog.update', { id: post.id, tags: 'river, river,lake' })).toMatchObject({
        title: 'Grebe',
        tags: ['river', 'lake'],
      })
      expect(await ada.ok('blog.update', { id: post.id, title: 'Little grebe' })).toMatchObject({
        title: 'Little grebe',
        tags: ['river', 'lake'],
      })
      expect(await ada.ok('blog.read', { title: 'little grebe' })).toMatchObject({
        content,
        private: true,
        created: post.created,
        updated,
      })
      server().clock.advance(1000)
      expect(await ada.ok('blog.update', { id: post.id })).toMatchObject({ title: 'Little grebe', updated })
      expect((await server().anonymous.fails('blog.read', { id: post.id })).body.code).toBe('not_found')
    })

    test("another author's post is neither changed nor deleted, and the response is that of a missing one", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const open = await publish(ada, 'Smew')
      const secret = await publish(ada, 'Smew in private', { private: true })
      for (const { id } of [open, secret]) {
        for (const [operation, more] of [
          ['blog.update', { title: 'Mine' }],
          ['blog.update', {}],
          ['blog.delete', {}],
        ] as const) {
          const refused = await ben.fails(operation, { id, ...more })
          const none = await ben.fails(operation, { id: missing, ...more })
          expect([refused.status, refused.body.code]).toEqual([400, 'not_found'])
          expect({ ...refused.body, error: refused.body.error.replace(id, missing) }).toEqual(none.body)
        }
      }
      expect((await ben.fails('blog.delete', { title: 'Smew' })).body.code).toBe('not_found')
      expect(await ada.ok('blog.read', { id: open.id })).toMatchObject({ title: 'Smew', updated: open.updated })
      expect(await ada.ok('blog.read', { id: secret.id })).toMatchObject({ title: 'Smew in private' })
    })

    test.each([
      ['blog.create', 'tags of commas only', { content: body50, tags: ' , ,' }, ['tags']],
      ['blog.read', 'neither id nor title', {}, ['id']],
      ['blog.read', 'both id and title', { id: missing, title: 'A' }, ['title']],
      ['blog.delete', 'neither id nor title', {}, ['id']],
      ['blog.delete', 'both id and title', { id: missing, title: 'A' }, ['title']],
    ] as const)('%s refuses %s by name and stores nothing', async (operation, _, args, paths) => {
      const ada = await server().account()
      const { total } = await ada.ok('blog.list', { limit: 1 })
      const { status, body } = await ada.fails(operation, args)
      expect([status, body.code]).toEqual([400, 'invalid_argument'])
      expect(body.details?.map(({ path }) => path).sort()).toEqual(paths)
      expect((await ada.ok('blog.list', { limit: 1 })).total).toBe(total)
    })
  })
})

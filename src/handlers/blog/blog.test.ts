import { describe, expect, test } from 'vitest'
import type { Query } from '../../runtime/store/types.ts'
import { pagesByCursor } from '../../testing/pages-by-cursor.ts'
import { forEachServer, type TestCaller } from '../../testing/server.ts'
import blogList from './methods/list.ts'

const missing = 'post_01k9y6d4f6g8h0j2k4m6n8p0q2'
const body50 = 'Every morning the heron has stood below the weir.\n\n'.padEnd(60, 'x')

forEachServer((server) => {
  /** All tests of a database share one blog, so each title has its own word. */
  const publish = (
    caller: TestCaller,
    title: string,
    more: { private?: boolean; tags?: string; content?: string } = {},
  ) => {
    server().clock.advance(1000)
    return caller.ok('blog.create', { content: body50, title, ...more })
  }

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

    test('without a title one is taken from the content', async () => {
      const ada = await server().account()
      const content = '\n---\n## The [kingfisher](https://example.org) at the **mill pond**\n\nEvery morning this week.'
      const post = await ada.ok('blog.create', { content })
      expect(post).toMatchObject({ title: 'The kingfisher at the mill pond', tags: [] })
      expect(await server().anonymous.ok('blog.read', { title: 'kingfisher at the mill' })).toMatchObject({
        id: post.id,
        text: `# The kingfisher at the mill pond\n\n${ada.username}, 2026-11-21\n\nEvery morning this week.`,
      })
      const long = await ada.ok('blog.create', { content: 'wagtail '.repeat(40) })
      expect(long.title).toBe(`${'wagtail '.repeat(10).trim()}…`)
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

    test.each([
      [{}, true],
      [{ public: true }, true],
      [{ public: false }, false],
      [{ private: true }, false],
      [{ private: false }, true],
      [{ public: true, private: true }, false],
      [{ public: false, private: false }, false],
    ])('a post created with %j: it is public: %j', async (visibility, isPublic) => {
      const ada = await server().account()
      const post = await ada.ok('blog.create', { content: body50, ...visibility })
      expect(post).toMatchObject({ public: isPublic, private: !isPublic })
      const read = server().anonymous.call('blog.read', { id: post.id })
      expect((await read).status).toBe(isPublic ? 200 : 400)
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

    test('a private post neither makes a title ambiguous for others nor is named to them', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const secret = await publish(ada, 'Curlew', { private: true })
      const open = await publish(ben, 'Curlew')
      const part = await publish(ben, 'Curlew on the moor')
      expect(await ben.ok('blog.read', { title: 'curlew' })).toMatchObject({ id: open.id })
      expect(await server().anonymous.ok('blog.read', { title: 'CURLEW' })).toMatchObject({ id: open.id })
      const refused = await server().anonymous.fails('blog.read', { title: 'curle' })
      expect([refused.status, refused.body.code]).toEqual([400, 'failed_precondition'])
      expect(refused.body.error).toContain(`"Curlew on the moor" (${part.id}), "Curlew" (${open.id})`)
      expect(refused.body.error).not.toContain(secret.id)
      const toTheAuthor = await ada.fails('blog.read', { title: 'curlew' })
      expect(toTheAuthor.body.code).toBe('failed_precondition')
      expect(toTheAuthor.body.error).toContain(secret.id)
    })

    test('a whole title wins over a part of another, and a part must fit one post only', async () => {
      const ada = await server().account()
      const short = await publish(ada, 'Dunlin')
      const long = await publish(ada, 'Dunlin at dusk')
      expect(await ada.ok('blog.read', { title: 'dunlin' })).toMatchObject({ id: short.id })
      expect(await ada.ok('blog.read', { title: 'AT  DUSK' })).toMatchObject({ id: long.id })
      expect((await ada.fails('blog.read', { title: 'dunli' })).body.code).toBe('failed_precondition')
      expect((await ada.fails('blog.read', { title: 'dunlin at dawn' })).body.code).toBe('not_found')
    })

    test('a part of a title is read as text, not as a pattern', async () => {
      const ada = await server().account()
      const post = await publish(ada, 'Plover: 100 % off_shore! Größe')
      for (const title of ['100 %', '% off_', 'off_shore!', 'GRÖSSE']) {
        expect(await ada.ok('blog.read', { title })).toMatchObject({ id: post.id })
      }
      for (const title of ['plover%shore', 'off-shore', 'plover_ 100', 'plover!']) {
        expect((await ada.fails('blog.read', { title })).body.code).toBe('not_found')
      }
    })

    test('a refusal that fits very many posts says that it names only some', async () => {
      const ada = await server().account()
      for (let i = 0; i < 12; i++) await publish(ada, `Sanderling ${i}`)
      const { body } = await ada.fails('blog.read', { title: 'sanderling' })
      expect(body.error).toContain('matches more than 10 posts: "Sanderling 11"')
      expect(body.error).toContain('and others')
    })

    test('posts are listed newest first, own private ones in their place, with the total', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const first = await publish(ada, 'Teal 1')
      const second = await publish(ada, 'Teal 2', { private: true })
      const third = await publish(ben, 'Teal 3', { tags: 'ducks' })
      await publish(ben, 'Teal 4', { private: true })
      const { items, total } = await ada.ok('blog.list', { limit: 3 })
      expect(items).toEqual([{ ...third, mine: false }, second, first])
      const everything = await ada.ok('blog.list', { limit: 500 })
      expect(everything.items).toHaveLength(total)
      expect((await server().anonymous.ok('blog.list', { limit: 2 })).items.map(({ title }) => title)).toEqual([
        'Teal 3',
        'Teal 1',
      ])
      server().clock.advance(1000)
      await ada.ok('blog.update', { id: first.id, title: 'Teal one' })
      expect((await ada.ok('blog.list', { limit: 3 })).items.map(({ title }) => title)).toEqual([
        'Teal 3',
        'Teal 2',
        'Teal one',
      ])
    })

    test('posts are counted only for a page that is not all of them', async () => {
      const ada = await server().account()
      await publish(ada, 'Smew 1')
      await publish(ada, 'Smew 2')
      const { store, clock } = server()
      let counts = 0
      const get = (query: Query) => {
        counts += 1
        return store.get(query)
      }
      const counting = { all: store.all.bind(store), get }
      const list = async (args: object) =>
        (await blogList()(args, { store: counting, clock } as never)) as { total: number }
      const { total } = await list({ limit: 500 })
      expect(counts).toBe(0)
      expect((await list({ limit: 1 })).total).toBe(total)
      expect(counts).toBe(1)
    })

    test('a list pages to its end by cursor, with own private posts in their place, also among posts of the same time', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const post = (title: string, caller = ada, isPrivate = false) =>
        caller.ok('blog.create', { content: body50, title, private: isPrivate })
      await post('Pintail 1')
      await post('Pintail 2', ada, true)
      await post('Pintail 3', ben)
      await post('Pintail 4', ben, true)
      const whole = (await ada.ok('blog.list', { limit: 500 })).items.map(({ id }) => id)
      const pages = await pagesByCursor((from) => ada.ok('blog.list', { limit: 2, ...from }))
      expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(whole)
      expect(pages.every(({ total }) => total === whole.length)).toBe(true)
      const titles = pages.flatMap(({ items }) => items.map(({ title }) => title))
      expect(titles.filter((title) => title.startsWith('Pintail'))).toHaveLength(3)
    })

    test('a list without a limit is the 100 most recent', async () => {
      const ada = await server().account()
      await Promise.all(Array.from({ length: 101 }, (_, i) => publish(ada, `Wigeon ${i}`)))
      const { items, total } = await server().anonymous.ok('blog.list', {})
      expect(items).toHaveLength(100)
      expect(total).toBeGreaterThan(100)
      expect(items.map(({ created }) => created)).toEqual(
        items
          .map(({ created }) => created)
          .sort()
          .reverse(),
      )
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

    test('a post is deleted by id or by its whole title among own posts; a title of several deletes none', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const bens = await publish(ben, 'Turnstone')
      const first = await publish(ada, 'Turnstone')
      const second = await publish(ada, 'TURNSTONE', { private: true })
      const refused = await ada.fails('blog.delete', { title: 'turnstone' })
      expect([refused.status, refused.body.code]).toEqual([400, 'failed_precondition'])
      expect(refused.body.error).toContain(first.id)
      expect(refused.body.error).toContain(second.id)
      expect(refused.body.error).not.toContain(bens.id)
      expect((await ada.fails('blog.delete', { title: 'turnst' })).body.code).toBe('not_found')
      expect(await ada.ok('blog.delete', { id: second.id })).toEqual({ id: second.id, deleted: true })
      expect(await ada.ok('blog.delete', { title: ' turnSTONE' })).toEqual({ id: first.id, deleted: true })
      for (const args of [{ id: first.id }, { title: 'Turnstone' }]) {
        expect((await ada.fails('blog.delete', args)).body.code).toBe('not_found')
      }
      expect(await ada.ok('blog.read', { title: 'turnstone' })).toMatchObject({ id: bens.id })
    })

    test('of many deletions of one title at once only one succeeds', async () => {
      const ada = await server().account()
      const { id } = await publish(ada, 'Whimbrel')
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          ada.send('blog.delete', { body: '{"title":"Whimbrel"}', headers: { 'Content-Type': 'application/json' } }),
        ),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
      expect((await ada.fails('blog.read', { id })).body.code).toBe('not_found')
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

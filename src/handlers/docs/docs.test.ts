import { describe, expect, test } from 'vitest'
import { forEachServer, type TestCaller } from '../../testing/server.ts'

const missing = 'doc_01k9y5c1d3f5g7h9j1k3m5n7p9'

forEachServer((server) => {
  async function written(caller: TestCaller, title: string, content = 'Beans.', more: { public?: boolean } = {}) {
    const { document } = await caller.ok('docs.write', { title, content, ...more })
    return document
  }

  describe('docs', () => {
    test('a document is stored as written, with any characters', async () => {
      const ada = await server().account()
      const content = '  ## Ünïcödé 👩‍👩‍👧\r\n\n\t"quotes" \\ %_ \u202e\n'
      const { document, is_new } = await ada.ok('docs.write', { title: '  買い物\n🧾 ', content })
      expect(is_new).toBe(true)
      expect(document).toEqual({
        id: expect.stringMatching(/^doc_[0-9a-z]{26}$/),
        title: '買い物 🧾',
        snippet: 'Ünïcödé 👩‍👩‍👧 "quotes" \\ %_ \u202e',
        length: Array.from(content).length,
        public: false,
        created: '2026-11-21T09:30:00.000Z',
        updated: '2026-11-21T09:30:00.000Z',
      })
      const { snippet: _, length: __, ...entry } = document
      expect(await ada.ok('docs.read', { id: document.id })).toEqual({
        ...entry,
        content,
        text: `# 買い物 🧾\n\n${content}`,
        author: ada.username,
        mine: true,
      })
    })

    test('writing with an id replaces title and content; the id, the time it was made and who may read it stay', async () => {
      const ada = await server().account()
      const first = await written(ada, 'Plan', 'Beans.', { public: true })
      server().clock.advance(60_000)
      const { document, is_new } = await ada.ok('docs.write', { id: first.id, title: 'New plan', content: 'Rye 🌾' })
      expect(is_new).toBe(false)
      expect(document).toEqual({
        ...first,
        title: 'New plan',
        snippet: 'Rye 🌾',
        length: 5,
        updated: new Date(Date.parse(first.created) + 60_000).toISOString(),
      })
      expect(await ada.ok('docs.read', { title: 'new plan' })).toMatchObject({
        id: first.id,
        content: 'Rye 🌾',
        public: true,
      })
      expect((await ada.fails('docs.read', { title: 'Plan' })).body.code).toBe('not_found')
      expect(await ada.ok('docs.list', { query: 'rye' })).toMatchObject({ total: 1 })
      expect(await ada.ok('docs.list', { query: 'beans' })).toEqual({ items: [], total: 0 })
    })

    test('who may read a document changes only when that is said', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const { id } = await written(ada, 'Plan')
      const write = (visible: { public?: boolean }) =>
        ada.ok('docs.write', { id, title: 'Plan', content: 'Beans.', ...visible })
      expect((await write({})).document.public).toBe(false)
      expect((await ben.fails('docs.read', { id })).body.code).toBe('not_found')
      expect((await write({ public: true })).document.public).toBe(true)
      expect(await ben.ok('docs.read', { id })).toMatchObject({ author: ada.username, mine: false, content: 'Beans.' })
      expect((await write({})).document.public).toBe(true)
      expect((await write({ public: false })).document.public).toBe(false)
      expect((await ben.fails('docs.read', { id })).body.code).toBe('not_found')
    })

    test("another account's public document can only be read by its id: not by title, not in a list, and never changed", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const { id } = await written(ada, 'Open plan', 'Beans.', { public: true })
      expect((await ben.fails('docs.read', { title: 'Open plan' })).body.code).toBe('not_found')
      expect(await ben.ok('docs.list', {})).toEqual({ items: [], total: 0 })
      expect(await ben.ok('docs.list', { query: 'plan' })).toEqual({ items: [], total: 0 })
      expect((await ben.fails('docs.write', { id, title: 'Mine now', content: 'x' })).body.code).toBe('not_found')
      expect((await ben.fails('docs.delete', { id })).body.code).toBe('not_found')
      expect(await ada.ok('docs.read', { id })).toMatchObject({ title: 'Open plan', content: 'Beans.' })
      expect(await ada.ok('docs.list', { query: 'plan' })).toMatchObject({ total: 1 })
    })

    test("another account's private document responds exactly like a missing one", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const { id } = await written(ada, 'Diary', 'Private.')
      for (const [operation, more] of [
        ['docs.read', {}],
        ['docs.write', { title: 'x', content: 'y' }],
        ['docs.delete', {}],
      ] as const) {
        const notYours = await ben.fails(operation, { id, ...more })
        const none = await ben.fails(operation, { id: missing, ...more })
        expect([notYours.status, notYours.body.code]).toEqual([400, 'not_found'])
        expect({ ...notYours.body, error: notYours.body.error.replace(id, missing) }).toEqual(none.body)
      }
      expect((await ben.fails('docs.read', { title: 'Diary' })).body.code).toBe('not_found')
      expect(await ada.ok('docs.read', { id })).toMatchObject({ content: 'Private.' })
    })

    test('a title is the whole title regardless of case, and one that several documents have is refused with their ids', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const first = await written(ada, 'Straße 7')
      expect(await ada.ok('docs.read', { title: ' STRASSE  7' })).toMatchObject({ id: first.id })
      expect((await ada.fails('docs.read', { title: 'Straße' })).body.code).toBe('not_found')
      const bens = await written(ben, 'Straße 7')
      server().clock.advance(1000)
      const second = await written(ada, 'STRASSE 7')
      const { status, body } = await ada.fails('docs.read', { title: 'straße 7' })
      expect([status, body.code]).toEqual([400, 'failed_precondition'])
      expect(body.error).toContain(`"STRASSE 7" (${second.id}), "Straße 7" (${first.id})`)
      expect(body.error).not.toContain(bens.id)
      expect(await ada.ok('docs.read', { id: first.id })).toMatchObject({ title: 'Straße 7' })
    })

    test('documents are listed with the most recently changed first, and a list says how many it leaves out', async () => {
      const ada = await server().account()
      const ids: string[] = []
      for (let i = 0; i < 52; i++) {
        server().clock.advance(1000)
        ids.push((await written(ada, `Plan ${i}`)).id)
      }
      server().clock.advance(1000)
      await ada.ok('docs.write', { id: ids[3]!, title: 'Plan 3', content: 'Leeks.' })
      const usual = await ada.ok('docs.list', {})
      expect([usual.items.length, usual.total]).toEqual([50, 52])
      expect(usual.items.slice(0, 3).map(({ title }) => title)).toEqual(['Plan 3', 'Plan 51', 'Plan 50'])
      expect((await ada.ok('docs.list', { limit: 500 })).items).toHaveLength(52)
      const searched = await ada.ok('docs.list', { query: 'beans', limit: 2 })
      expect([searched.items.map(({ title }) => title), searched.total]).toEqual([['Plan 51', 'Plan 50'], 51])
      const further = await ada.ok('docs.list', { query: 'beans', limit: 2, cursor: searched.next_cursor ?? '' })
      expect(further.items.map(({ title }) => title)).toEqual(['Plan 49', 'Plan 48'])
      const rest = await ada.ok('docs.list', { cursor: usual.next_cursor ?? '' })
      expect([rest.items.map(({ title }) => title), rest.total]).toEqual([['Plan 1', 'Plan 0'], 52])
      expect(rest).not.toHaveProperty('next_cursor')
    })

    test('every word of a query is looked for in titles and contents, as the beginning of a word, without case and accents', async () => {
      const ada = await server().account()
      const plan = await written(ada, 'Allotment plan', `${'Lorem ipsum. '.repeat(500)}Broad beans, then Poirées.`)
      const house = await written(ada, '家の計画', '来年の予算')
      const found = async (query: string) => (await ada.ok('docs.list', { query })).items.map(({ id }) => id)
      for (const query of ['allot', 'BROAD plan', 'poiree', ' beans ']) expect(await found(query)).toEqual([plan.id])
      for (const query of ['計画', '予算 家']) expect(await found(query)).toEqual([house.id])
      for (const query of ['lotment', 'broad leeks', '???']) expect(await found(query)).toEqual([])
      for (const query of ['', '  ']) expect((await found(query)).sort()).toEqual([plan.id, house.id].sort())
    })

    test('a deleted document is gone, its words in the search index too, and deleting it again says so', async () => {
      const ada = await server().account()
      const { id } = await written(ada, 'Draft')
      expect(await ada.ok('docs.delete', { id })).toEqual({ id, deleted: true })
      expect((await ada.fails('docs.read', { id })).body.code).toBe('not_found')
      const { store } = server()
      expect(await store.all(store.sql('search_records').select('record_id').where({ record_id: id }))).toEqual([])
      expect(await ada.ok('docs.list', {})).toEqual({ items: [], total: 0 })
      expect((await ada.fails('docs.delete', { id })).body.code).toBe('not_found')
      expect((await ada.fails('docs.write', { id, title: 'Draft', content: 'x' })).body.code).toBe('not_found')
    })

    test('replacing one document many times at once leaves one of the texts, whole and searchable', async () => {
      const ada = await server().account()
      const { id } = await written(ada, 'Race')
      await Promise.all(
        Array.from({ length: 12 }, (_, i) => ada.ok('docs.write', { id, title: `Race ${i}`, content: `word${i}x` })),
      )
      const { title, content } = await ada.ok('docs.read', { id })
      expect(content).toBe(`word${title.slice(5)}x`)
      expect(await ada.ok('docs.list', { query: content })).toMatchObject({ total: 1 })
      expect((await ada.ok('docs.list', {})).total).toBe(1)
    })

    test('lengths are counted in characters, not in bytes or UTF-16 units', async () => {
      const ada = await server().account()
      // The title whose key is longest: each character is three in it.
      const longest = { title: '\u{1d160}'.repeat(200), content: '🌳'.repeat(200_000) }
      const { document } = await ada.ok('docs.write', longest)
      expect(document).toMatchObject({ title: longest.title, length: 200_000, snippet: `${'🌳'.repeat(199)}…` })
      expect((await ada.ok('docs.read', { title: longest.title })).content).toBe(longest.content)
      const { body } = await ada.fails('docs.write', { title: `${longest.title}x`, content: `${longest.content}x` })
      expect(body.code).toBe('invalid_argument')
      expect(body.details?.map(({ path }) => path).sort()).toEqual(['content', 'title'])
    })

    test.each([
      ['docs.read', 'neither id nor title', {}, ['id']],
      ['docs.read', 'both id and title', { id: missing, title: 'A' }, ['title']],
      [
        'docs.list',
        'a query of too many words',
        { query: Array.from({ length: 25 }, (_, i) => `w${i}`).join(' ') },
        ['query'],
      ],
    ] as const)('%s refuses %s by name and stores nothing', async (operation, _, args, paths) => {
      const ada = await server().account()
      const { status, body } = await ada.fails(operation, args)
      expect([status, body.code]).toEqual([400, 'invalid_argument'])
      expect(body.details?.map(({ path }) => path).sort()).toEqual(paths)
      expect(await ada.ok('docs.list', {})).toEqual({ items: [], total: 0 })
    })
  })
})

forEachServer(
  (server) => {
    test('rewriting a public document counts as a public write, whether or not the call says so', async () => {
      const ann = await server().account()
      const write = (more: Record<string, unknown>) =>
        ann.call('docs.write', { title: 'Plan', content: 'Beans', ...more })
      const { document } = await ann.ok('docs.write', { title: 'Plan', content: 'Beans', public: true })
      const again = await write({ id: document.id })
      expect([again.status, again.headers.get('RateLimit-Policy')]).toEqual([200, '"public-writes";q=2;w=3600'])
      const refused = await write({ id: document.id })
      expect([refused.status, (refused.body as { code: string }).code]).toEqual([429, 'rate_limited'])
      expect((await write({ id: document.id, public: false })).status).toBe(200)
      expect((await write({ id: document.id })).status).toBe(200)
    })
  },
  { settings: { LIMIT_PUBLIC_WRITES_PER_HOUR: '2' } },
)

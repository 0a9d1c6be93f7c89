import { describe, expect, test } from 'vitest'
import { forEachServer } from '../../testing/server.ts'
import { written } from './fixtures/written.ts'

const missing = 'doc_01k9y5c1d3f5g7h9j1k3m5n7p9'

forEachServer((server) => {
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

import { describe, expect, test } from 'vitest'
import { forEachServer } from '../../testing/server.ts'

const urlsOf = ({ items }: { items: { url: string }[] }) => items.map(({ url }) => url)

forEachServer((server) => {
  describe('bookmarks', () => {
    test('a link is saved without its fragment, with its host as source', async () => {
      const ada = await server().account()
      const { bookmark, is_new } = await ada.ok('bookmarks.add', {
        url: ' HTTPS://Example.org:8443/Tides?port=Whitby#today ',
        title: ' Tides ',
        note: ' Check\nfirst ',
      })
      expect(is_new).toBe(true)
      expect(bookmark).toEqual({
        id: expect.stringMatching(/^bookmark_[0-9a-z]{26}$/),
        kind: 'link',
        url: 'https://example.org:8443/Tides?port=Whitby',
        title: 'Tides',
        source: 'example.org:8443',
        note: ' Check\nfirst ',
        created: '2026-11-21T09:30:00.000Z',
        updated: '2026-11-21T09:30:00.000Z',
      })
      expect(await ada.ok('bookmarks.get', { id: bookmark.id })).toEqual({
        bookmark,
        text: 'Tides\nhttps://example.org:8443/Tides?port=Whitby\n\nNote:  Check\nfirst ',
      })
    })

    test('without a title the address is the title, and the note is optional', async () => {
      const ada = await server().account()
      const { bookmark } = await ada.ok('bookmarks.add', { url: 'http://example.org', note: ' \n' })
      expect(bookmark.title).toBe('http://example.org/')
      expect(bookmark).not.toHaveProperty('note')
      expect((await ada.ok('bookmarks.get', { id: bookmark.id })).text).toBe('http://example.org/')
    })

    test('saving again keeps id, title, note and place in the list, for any arguments', async () => {
      const ada = await server().account()
      const first = await ada.ok('bookmarks.add', { url: 'https://example.org/a', title: 'First', note: 'Mine' })
      server().clock.advance(1000)
      await ada.ok('bookmarks.add', { url: 'https://example.org/b' })
      server().clock.advance(1000)
      const again = await ada.ok('bookmarks.add', { url: 'https://example.org/a#part', title: 'Second', note: 'Other' })
      expect(again).toEqual({ bookmark: first.bookmark, is_new: false })
      expect(urlsOf(await ada.ok('bookmarks.list', {}))).toEqual(['https://example.org/b', 'https://example.org/a'])
    })

    test('saving again adds a note where there was none, and it is found', async () => {
      const ada = await server().account()
      const { bookmark } = await ada.ok('bookmarks.add', { url: 'https://example.org/a' })
      const again = await ada.ok('bookmarks.add', { url: 'https://example.org/a', note: 'marzipan' })
      expect(again).toMatchObject({ is_new: false, bookmark: { id: bookmark.id, note: 'marzipan' } })
      expect((await ada.ok('bookmarks.list', { query: 'marzipan' })).total).toBe(1)
    })

    test('one new address saved twenty times at once is one item', async () => {
      const ada = await server().account()
      const saved = await Promise.all(
        Array.from({ length: 20 }, (_, i) => ada.ok('bookmarks.add', { url: `https://example.org/race#${i}` })),
      )
      expect(saved.filter(({ is_new }) => is_new)).toHaveLength(1)
      expect((await ada.ok('bookmarks.list', {})).total).toBe(1)
    })

    test('a note is replaced, kept when it is omitted and cleared when it is empty', async () => {
      const ada = await server().account()
      const { id } = (await ada.ok('bookmarks.add', { url: 'https://example.org/a', note: 'alpha' })).bookmark
      server().clock.advance(1000)
      const changed = await ada.ok('bookmarks.annotate', { id, note: 'beta' })
      expect(changed.note).toBe('beta')
      expect(changed.updated > changed.created).toBe(true)
      expect(await ada.ok('bookmarks.annotate', { id })).toEqual(changed)
      expect((await ada.ok('bookmarks.list', { query: 'alpha' })).items).toEqual([])
      expect((await ada.ok('bookmarks.list', { query: 'beta' })).items).toEqual([changed])
      expect(await ada.ok('bookmarks.annotate', { id, note: '' })).not.toHaveProperty('note')
      expect((await ada.ok('bookmarks.get', { id })).bookmark).not.toHaveProperty('note')
      expect((await ada.ok('bookmarks.list', { query: 'beta' })).items).toEqual([])
    })

    test.each([
      ['a title', 'tide predictions', 1],
      ['the beginning of a word, in another case and without its accent', 'CAF', 1],
      ['a host', 'ntslf.org', 1],
      ['a path, by its letters', 'grüne', 1],
      ['a note', 'saturday', 1],
      ['words from title, address and note together', 'ports walk predictions', 1],
      ['a word that one of several lacks', 'tide elephant', 0],
      ['only whitespace', '  ', 3],
      ['an empty query', '', 3],
      ['punctuation alone', '%_"', 0],
    ])('searching by %s', async (_, query, total) => {
      const ada = await server().account()
      await ada.ok('bookmarks.add', {
        url: 'https://www.ntslf.org/tides',
        title: 'Tide predictions for ports',
        note: 'Before the Saturday walk',
      })
      await ada.ok('bookmarks.add', { url: 'https://example.org/gr%C3%BCne-seiten', title: 'Gelbe Seiten' })
      await ada.ok('bookmarks.add', { url: 'https://example.org/', title: 'Café Münster' })
      const page = await ada.ok('bookmarks.list', { query })
      expect([page.total, page.items.length]).toEqual([total, total])
    })

    test('pages are newest first, without gaps or repeats, and the last one has no next', async () => {
      const ada = await server().account()
      const urls = Array.from({ length: 25 }, (_, i) => `https://example.org/${i}`)
      for (const url of urls) await ada.ok('bookmarks.add', { url })
      const seen: string[] = []
      let offset: number | undefined = 0
      while (offset !== undefined) {
        const page: { items: { url: string }[]; total: number; offset: number; next_offset?: number } = await ada.ok(
          'bookmarks.list',
          { offset, limit: 10 },
        )
        expect([page.total, page.offset]).toEqual([25, offset])
        seen.push(...urlsOf(page))
        offset = page.next_offset
      }
      expect(seen).toEqual(urls.toReversed())
      for (const query of ['', 'example']) {
        const byCursor: string[] = []
        let next: { cursor?: string } | undefined = {}
        while (next) {
          const page: { items: { url: string }[]; total: number; offset: number; next_cursor?: string } = await ada.ok(
            'bookmarks.list',
            { ...next, query, kind: 'link', limit: 7 },
          )
          expect([page.total, page.offset]).toEqual([25, byCursor.length])
          byCursor.push(...urlsOf(page))
          next = page.next_cursor === undefined ? undefined : { cursor: page.next_cursor }
        }
        expect(byCursor).toEqual(urls.toReversed())
        expect(await ada.ok('bookmarks.list', { query, kind: 'video' })).toEqual({ items: [], total: 0, offset: 0 })
        for (const args of [{ cursor: 'x' }, { cursor: '1~2' }, { cursor: '5~1~a', offset: 5 }]) {
          const { status, body } = await ada.fails('bookmarks.list', { query, ...args })
          expect([status, body.details?.map(({ path }) => path)]).toEqual([400, ['cursor']])
        }
      }
      expect((await ada.fails('bookmarks.list', { query: 'example', offset: 10_001 })).body.error).toContain('cursor')
      const standard = await ada.ok('bookmarks.list', {})
      expect([standard.items.length, standard.next_offset]).toEqual([20, 20])
      expect(await ada.ok('bookmarks.list', { offset: 100 })).toEqual({ items: [], total: 25, offset: 100 })
      expect((await ada.ok('bookmarks.list', { limit: 100 })).items).toHaveLength(25)
    })

    test('a kind narrows the list, and an empty kind shows all', async () => {
      const ada = await server().account()
      await ada.ok('bookmarks.add', { url: 'https://example.org/' })
      expect((await ada.ok('bookmarks.list', { kind: 'link' })).total).toBe(1)
      expect((await ada.ok('bookmarks.list', { kind: '' })).total).toBe(1)
      expect((await ada.ok('bookmarks.list', { kind: 'video' })).total).toBe(0)
      expect((await ada.fails('bookmarks.list', { kind: 'song' })).body.details?.map(({ path }) => path)).toEqual([
        'kind',
      ])
    })

    test("another account's items are neither listed nor found, and every method responds as for a missing one", async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      const { id } = (await ada.ok('bookmarks.add', { url: 'https://example.org/a', note: 'secret' })).bookmark
      expect((await ben.ok('bookmarks.list', { query: 'secret' })).total).toBe(0)
      expect((await ben.ok('bookmarks.list', {})).total).toBe(0)
      const notYours = await Promise.all([
        ben.fails('bookmarks.get', { id }),
        ben.fails('bookmarks.annotate', { id, note: 'x' }),
        ben.fails('bookmarks.annotate', { id }),
        ben.fails('bookmarks.delete', { id }),
      ])
      expect((await ada.ok('bookmarks.get', { id })).bookmark.note).toBe('secret')
      await ada.ok('bookmarks.delete', { id })
      const missing = await Promise.all([
        ada.fails('bookmarks.get', { id }),
        ada.fails('bookmarks.annotate', { id, note: 'x' }),
        ada.fails('bookmarks.annotate', { id }),
        ada.fails('bookmarks.delete', { id }),
      ])
      expect(notYours.map(({ status, body }) => [status, body])).toEqual(
        missing.map(({ status, body }) => [status, body]),
      )
      expect(notYours[0]?.body).toEqual({
        code: 'not_found',
        error: `You have no bookmark with the id "${id}". Use bookmarks.list to list your bookmarks.`,
      })
    })

    test('a deleted item is gone from lists and searches, and saving it again is new', async () => {
      const ada = await server().account()
      const { bookmark } = await ada.ok('bookmarks.add', { url: 'https://example.org/a', note: 'gone' })
      expect(await ada.ok('bookmarks.delete', { id: bookmark.id })).toEqual({ id: bookmark.id, deleted: true })
      expect((await ada.ok('bookmarks.list', { query: 'gone' })).total).toBe(0)
      const again = await ada.ok('bookmarks.add', { url: 'https://example.org/a' })
      expect(again.is_new).toBe(true)
      expect(again.bookmark).not.toHaveProperty('note')
    })

    test('a ref that the archive does not hold is refused and nothing is stored', async () => {
      const ada = await server().account()
      const { status, body } = await ada.fails('bookmarks.add', { ref: 'news_01k9y4' })
      expect([status, body.code]).toEqual([400, 'not_found'])
      expect(body.error).toContain('news_01k9y4')
      expect((await ada.ok('bookmarks.list', {})).total).toBe(0)
    })

    test('the longest address, title and note are accepted, with any characters', async () => {
      const ada = await server().account()
      const url = `https://example.org/${'🌳'.repeat(4076)}`
      const { bookmark } = await ada.ok('bookmarks.add', { url, title: '🌳'.repeat(1000), note: '🌳'.repeat(4000) })
      expect(bookmark.url).toBe(new URL(url).href)
      expect((await ada.ok('bookmarks.add', { url })).is_new).toBe(false)
    })

    test.each([
      ['neither address nor ref', {}, ['ref']],
      ['both address and ref', { url: 'https://example.org/', ref: 'news_1' }, ['ref']],
      ['another scheme', { url: 'javascript:alert(1)' }, ['url']],
      ['no host', { url: 'https://' }, ['url']],
      ['a password', { url: 'https://ada:lovelace@example.org/' }, ['url']],
      ['a line end in the address', { url: 'https://example.org/\n' + 'x' }, ['url']],
    ])('%s: every fault is named and nothing is stored', async (_, args, paths) => {
      const ada = await server().account()
      const { status, body } = await ada.fails('bookmarks.add', args)
      expect([status, body.code]).toEqual([400, 'invalid_argument'])
      expect(body.details?.map(({ path }) => path).sort()).toEqual(paths)
      expect((await ada.ok('bookmarks.list', {})).total).toBe(0)
    })

    test('a list is refused for a query of too many words', async () => {
      const ada = await server().account()
      const query = Array.from({ length: 30 }, (_, i) => `w${i}`).join(' ')
      const { body } = await ada.fails('bookmarks.list', { query })
      expect([body.code, body.details?.map(({ path }) => path)]).toEqual(['invalid_argument', ['query']])
    })
  })
})

import { describe, expect, test } from 'vitest'
import { forEachServer } from '../../testing/server.ts'

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
  })
})

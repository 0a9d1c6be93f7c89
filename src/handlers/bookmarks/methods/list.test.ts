import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const urlsOf = ({ items }: { items: { url: string }[] }) => items.map(({ url }) => url)

forEachServer((server) => {
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

  test('a list is refused for a query of too many words', async () => {
    const ada = await server().account()
    const query = Array.from({ length: 30 }, (_, i) => `w${i}`).join(' ')
    const { body } = await ada.fails('bookmarks.list', { query })
    expect([body.code, body.details?.map(({ path }) => path)]).toEqual(['invalid_argument', ['query']])
  })
})

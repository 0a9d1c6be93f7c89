import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const urlsOf = ({ items }: { items: { url: string }[] }) => items.map(({ url }) => url)

forEachServer((server) => {
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
})

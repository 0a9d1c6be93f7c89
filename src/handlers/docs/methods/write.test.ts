import { expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'
import { written } from '../fixtures/written.ts'

forEachServer((server) => {
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

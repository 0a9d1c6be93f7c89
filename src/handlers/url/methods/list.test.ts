import { describe, expect, test } from 'vitest'
import { insertRows } from '#testing/insert-rows.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'

const destinationURL = 'https://ferries.example/timetable?season=winter'

forEachServer((server) => {
  const shortUrl = (id: string) => `${server().url}/u/${id}`

  async function makeLinks(ann: TestAccount, count: number): Promise<string[]> {
    const ids: string[] = []
    for (let index = 0; index < count; index++) {
      server().clock.advance(1)
      ids.unshift((await ann.ok('url.create', { destinationURL: `${destinationURL}&page=${index}` })).url.id)
    }
    return ids
  }

  describe('a list', () => {
    test('returns the newest first, page by page, every link once', async () => {
      const ann = await server().account()
      const ids = await makeLinks(ann, 5)
      expect((await ann.ok('url.list', {})).urlPairs.map(({ id }) => id)).toEqual(ids)
      const first = await ann.ok('url.list', { limit: 2 })
      expect(first).toMatchObject({ total: 5, nextOffset: 2 })
      const second = await ann.ok('url.list', { limit: 2, offset: 2 })
      const last = await ann.ok('url.list', { offset: 4 })
      expect(last).not.toHaveProperty('nextOffset')
      expect([first, second, last].flatMap(({ urlPairs }) => urlPairs.map(({ id }) => id))).toEqual(ids)
      expect(await ann.ok('url.list', { offset: 9 })).toEqual({ urlPairs: [], total: 5 })
    })

    test('without paging has the older form with up to 10,000 entries, and reports when there are more', async () => {
      const ann = await server().account()
      const { store } = server()
      const rows = Array.from({ length: 10_001 }, (_, index) => ({
        id: `bulk-${ann.id.slice(-6)}-${index}`,
        owner: ann.id,
        destination: 'https://ferries.example/',
        created_at: index,
        updated_at: index,
      }))
      await insertRows(store, 'links', rows.slice(0, 10_000))
      const whole = await ann.ok('url.list', {})
      expect([Object.keys(whole), whole.urlPairs.length]).toEqual([['urlPairs'], 10_000])
      await store.run(store.sql('links').insert(rows[10_000]))
      const cut = await ann.ok('url.list', {})
      expect([cut.urlPairs.length, cut.total, cut.isTotalAtLeast, cut.nextOffset]).toEqual([
        10_000,
        10_000,
        true,
        10_000,
      ])
      const rest = await ann.ok('url.list', { cursor: cut.nextCursor ?? '' })
      expect([rest.urlPairs.map(({ id }) => id), rest.nextCursor]).toEqual([[rows[0]?.id], undefined])
      await store.run(store.sql('links').where({ owner: ann.id }).delete())
    })

    test('ends a page of long links early, and a cursor leads to the others', async () => {
      const ann = await server().account()
      const { store } = server()
      const rows = Array.from({ length: 5000 }, (_, index) => ({
        id: `long-${ann.id.slice(-6)}-${index}`,
        owner: ann.id,
        destination: `https://ferries.example/${'x'.repeat(1900)}`,
        created_at: index,
        updated_at: index,
      }))
      await insertRows(store, 'links', rows)
      const ids: string[] = []
      let cursor: string | undefined
      let pages = 0
      do {
        const page = await ann.ok('url.list', cursor === undefined ? {} : { cursor, limit: 1000 })
        expect(page.urlPairs.length).toBeLessThan(2000)
        ids.push(...page.urlPairs.map(({ id }) => id))
        cursor = page.nextCursor
        pages += 1
      } while (cursor !== undefined)
      expect([pages, ids]).toEqual([5, rows.map(({ id }) => id).reverse()])
      await store.run(store.sql('links').where({ owner: ann.id }).delete())
    })

    test('can be filtered by a short address, a tag and words of title, id, tags and address', async () => {
      const ann = await server().account()
      const make = async (path: string, more: object) =>
        (await ann.ok('url.create', { destinationURL: `https://ferries.example/${path}`, ...more })).url.id
      const id = `nordsee-${ann.id.slice(-8)}`
      const fares = await make('fares', { title: 'Fahrpreise', tags: ['Fähre', '100%'] })
      // The ids would decide the order of two links of the same age.
      server().clock.advance(1)
      const islands = await make('stra%C3%9Fe', { id, tags: ['fähre nord', 'x_y'] })
      const idsOf = async (args: object) => (await ann.ok('url.list', args)).urlPairs.map((each) => each.id)
      expect(await idsOf({ shortURL: `${shortUrl(id)}?ref=mail#top` })).toEqual([islands])
      expect(await idsOf({ shortURL: shortUrl('no-such-link') })).toEqual([])
      expect(await idsOf({ tag: 'FÄHRE' })).toEqual([fares])
      expect(await idsOf({ tag: '100%' })).toEqual([fares])
      expect(await idsOf({ tag: 'xzy' })).toEqual([])
      expect(await idsOf({ tag: '%' })).toEqual([])
      expect(await idsOf({ tag: '' })).toHaveLength(2)
      expect(await idsOf({ search: 'fahrpr' })).toEqual([fares])
      expect(await idsOf({ search: 'nordsee strasse' })).toEqual([islands])
      expect(await idsOf({ search: 'fähre', limit: 1, offset: 1 })).toEqual([fares])
      await ann.ok('url.update', { id: fares, title: 'Prices' })
      expect(await idsOf({ search: 'fahrpreise' })).toEqual([])
      expect(await idsOf({ search: 'prices' })).toEqual([fares])
      await ann.ok('url.delete', { id: fares })
      expect(await idsOf({ search: 'prices' })).toEqual([])
    })
  })

  describe('a link', () => {
    test('is found by its destination, pasted as it is or as people read it', async () => {
      const ann = await server().account()
      const host = `f\u00e4hren-${ann.id.slice(-8)}.example`
      const destinationURL = `https://${host}:8443/stra\u00dfe?season=winter#top`
      const { url } = await ann.ok('url.create', { destinationURL })
      for (const search of [destinationURL, url.destinationURL, `${host}/stra\u00dfe`, '8443', 'top']) {
        const { urlPairs } = await ann.ok('url.list', { search })
        expect([search, urlPairs.map(({ id }) => id)]).toEqual([search, [url.id]])
      }
    })
  })
})

import { describe, expect, test } from 'vitest'
import { forEachServer, type TestAccount } from '../../testing/server.ts'

const destinationURL = 'https://ferries.example/timetable?season=winter'

forEachServer((server) => {
  const shortUrl = (id: string) => `${server().url}/u/${id}`

  /** The older error form has its sentence in `detail`. */
  async function refusal(account: Pick<TestAccount, 'fails'>, id: Parameters<TestAccount['fails']>[0], args: object) {
    const { status, body } = await account.fails(id, args as Record<string, unknown>)
    const { detail, ...rest } = body as unknown as { id: string; code: number; detail: string; status: string }
    expect(rest).toMatchObject({ id, code: status })
    return `${status} ${detail}`
  }

  describe('a short link', () => {
    test('is made with a chosen id, listed, resolved, changed and deleted, in the words of older clients', async () => {
      const ann = await server().account()
      const { url } = await ann.ok('url.create', { destinationURL, id: 'winter-ferry' })
      expect(url).toEqual({
        id: 'winter-ferry',
        shortURL: shortUrl('winter-ferry'),
        destinationURL,
        created: '2026-11-21T09:30:00.000000000Z',
        hitCount: '0',
      })
      expect(await ann.ok('url.list', {})).toEqual({ urlPairs: [url] })
      server().clock.advance(1000)
      const summer = 'https://ferries.example/timetable?season=summer'
      expect(await ann.ok('url.update', { id: 'winter-ferry', destinationURL: summer })).toEqual({})
      expect(await ann.ok('url.resolve', { shortURL: url.shortURL })).toEqual({ destinationURL: summer })
      expect(await ann.ok('url.get', { id: 'winter-ferry' })).toEqual({
        url: { ...url, destinationURL: summer, updated: '2026-11-21T09:30:01.000Z' },
      })
      expect(await ann.ok('url.delete', { shortURL: url.shortURL })).toEqual({})
      expect(await ann.ok('url.list', {})).toEqual({ urlPairs: [] })
    })
  })
})

import { describe, expect, test } from 'vitest'
import { forEachServer } from '#testing/server.ts'

const destinationURL = 'https://ferries.example/timetable?season=winter'
const summer = 'https://ferries.example/timetable?season=summer'

forEachServer((server) => {
  const shortUrl = (id: string) => `${server().url}/u/${id}`
  const status = async (answer: Promise<{ status: number }>) => (await answer).status

  describe('a short link', () => {
    test('is created, listed, resolved, changed and deleted in the form of older clients', async () => {
      const ann = await server().account()
      const { url } = await ann.ok('url.create', { destinationURL, id: 'winter-ferry' })
      const created = new Date(server().clock.now()).toISOString().replace('Z', '000000Z')
      const shortURL = shortUrl('winter-ferry')
      expect(url).toEqual({ id: 'winter-ferry', shortURL, destinationURL, created, hitCount: '0' })
      expect(await ann.ok('url.list', {})).toEqual({ urlPairs: [url] })
      server().clock.advance(1000)
      expect(await ann.ok('url.update', { id: 'winter-ferry', destinationURL: summer })).toEqual({})
      expect(await ann.ok('url.resolve', { id: 'winter-ferry' })).toEqual({ destinationURL: summer })
      expect(await ann.ok('url.get', { shortURL })).toEqual({
        url: { ...url, destinationURL: summer, updated: new Date(server().clock.now()).toISOString() },
      })
      expect(await ann.ok('url.delete', { shortURL })).toEqual({})
      expect(await ann.ok('url.list', {})).toEqual({ urlPairs: [] })
    })

    test('shows a host name in another script as it is in ASCII', async () => {
      const ann = await server().account()
      const homograph = 'https://аррӏе.example/Sign%20in'
      const { shortURL, destinationURL: shown } = await ann.ok('url.shorten', { destinationURL: homograph })
      expect(shown).toBe('https://xn--80ak6aa92e.example/Sign%20in')
      expect(await ann.ok('url.resolve', { shortURL })).toEqual({ destinationURL: shown })
      expect(await ann.ok('url.shorten', { destinationURL })).toEqual({ shortURL: expect.any(String) })
    })

    test('gets a generated id if none is chosen; shortening an address twice creates two links', async () => {
      const ann = await server().account()
      const one = await ann.ok('url.shorten', { destinationURL })
      const two = await ann.ok('url.shorten', { destinationURL })
      const three = await ann.ok('url.create', { destinationURL, id: '' })
      const addresses = [one.shortURL, two.shortURL, three.url.shortURL]
      expect(new Set(addresses).size).toBe(3)
      for (const address of addresses) {
        expect(address.startsWith(shortUrl(''))).toBe(true)
        expect(await ann.ok('url.resolve', { shortURL: address })).toEqual({ destinationURL })
      }
    })

    test('stores its other fields, and removes those that are emptied', async () => {
      const ann = await server().account()
      const extras = {
        title: ' Winter\ntimetable ',
        tags: ['Ferries', 'ferries', ' Über uns '],
        expiresAt: '2027-01-01T00:00:00+01:00',
        forwardQuery: true,
      }
      const { url } = await ann.ok('url.create', { destinationURL, ...extras })
      const kept = {
        title: 'Winter timetable',
        tags: ['ferries', 'über uns'],
        expiresAt: '2026-12-31T23:00:00.000Z',
        forwardQuery: true,
      }
      expect(url).toMatchObject(kept)
      await ann.ok('url.update', { id: url.id, destinationURL: summer })
      expect((await ann.ok('url.get', { id: url.id })).url).toMatchObject({ ...kept, destinationURL: summer })
      await ann.ok('url.update', { id: url.id, title: ' ', tags: [], expiresAt: '', forwardQuery: false })
      const { updated: _, ...bare } = (await ann.ok('url.get', { id: url.id })).url
      const { id, shortURL, created, hitCount } = url
      expect(bare).toEqual({ id, shortURL, destinationURL: summer, created, hitCount })
    })

    test('that has expired resolves to 410, and works again when its owner gives it more time', async () => {
      const ann = await server().account()
      const expiresAt = new Date(server().clock.now() + 1000).toISOString()
      const { id } = (await ann.ok('url.create', { destinationURL, expiresAt })).url
      expect(await ann.ok('url.resolve', { id })).toEqual({ destinationURL })
      server().clock.advance(1000)
      expect((await ann.fails('url.resolve', { id })).body).toEqual({
        id: 'url.resolve',
        code: 410,
        detail: `The link ${id} has expired.`,
        status: 'Gone',
      })
      expect((await ann.ok('url.get', { id })).url).toMatchObject({ expiresAt })
      await ann.ok('url.update', { id, expiresAt: '2030-01-01T00:00:00Z' })
      expect(await ann.ok('url.resolve', { id })).toEqual({ destinationURL })
    })

    test('that was deleted resolves to 410, and no new link ever gets its id, its count or its visits', async () => {
      const [ann, ben] = [await server().account(), await server().account()]
      await ann.ok('url.create', { destinationURL, id: 'once-only' })
      await ann.ok('url.delete', { id: 'once-only' })
      expect((await ann.fails('url.resolve', { id: 'once-only' })).body).toMatchObject({ code: 410, status: 'Gone' })
      for (const who of [ann, ben]) {
        expect(await status(who.fails('url.create', { destinationURL, id: 'once-only' }))).toBe(409)
      }
      expect(await status(ann.fails('url.update', { id: 'once-only', destinationURL }))).toBe(404)
      expect(await status(ann.fails('url.delete', { id: 'once-only' }))).toBe(404)
    })

    test('is deleted with its account, and its id is not reused', async () => {
      const [ann, ben] = [await server().account(), await server().account()]
      await ann.ok('url.create', { destinationURL, id: 'anns-own' })
      await server().store.run(server().store.sql('accounts').where({ id: ann.id }).delete())
      expect(await status(ben.fails('url.resolve', { id: 'anns-own' }))).toBe(410)
      expect(await status(ben.fails('url.create', { destinationURL, id: 'anns-own' }))).toBe(409)
    })

    test('of another account looks like an unknown one, and is not changed', async () => {
      const [ann, ben] = [await server().account(), await server().account()]
      await ann.ok('url.create', { destinationURL, id: 'anns-link' })
      for (const id of ['url.get', 'url.stats', 'url.qr', 'url.delete', 'url.update'] as const) {
        const more = id === 'url.update' ? { destinationURL: 'https://evil.example/' } : {}
        const foreign = await ben.fails(id, { id: 'anns-link', ...more })
        const missing = await ben.fails(id, { id: 'no-such-link', ...more })
        expect(foreign.status).toBe(404)
        expect(JSON.stringify(foreign.body).replace('anns-link', 'no-such-link')).toBe(JSON.stringify(missing.body))
      }
      expect(await ben.ok('url.list', { shortURL: shortUrl('anns-link') })).toEqual({ urlPairs: [] })
      expect(await ann.ok('url.resolve', { id: 'anns-link' })).toEqual({ destinationURL })
    })

    test('of simultaneous callers who choose the same id, one gets it and the others 409', async () => {
      const people = [await server().account(), await server().account()]
      for (let round = 0; round < 5; round++) {
        const args = { destinationURL, id: `race-${round}` }
        const wanting = [...people, ...people].map((each) => each.call('url.create', args))
        const answers = (await Promise.all(wanting)).map((answer) => answer.status).sort()
        expect(answers).toEqual([200, 409, 409, 409])
      }
    })

    test('with the id of a link that is being deleted is rejected, and the id stays gone', async () => {
      const [ann, ben] = [await server().account(), await server().account()]
      for (let round = 0; round < 5; round++) {
        const id = `going-${round}`
        await ann.ok('url.create', { destinationURL, id })
        const [, wanted] = await Promise.all([
          ann.ok('url.delete', { id }),
          ben.call('url.create', { destinationURL, id }),
        ])
        expect(wanted.status).toBe(409)
        expect(await status(ben.fails('url.resolve', { id }))).toBe(410)
      }
    })
  })

  describe('prices', () => {
    test('a link with a chosen id costs 0.01 credits, everything else 0.000001, and an error nothing', async () => {
      const ann = await server().account()
      const balance = async () => (await server().ledger.balance(ann.id)).available
      const costOf = async (call: () => Promise<unknown>) => {
        const before = await balance()
        await call()
        return before - (await balance())
      }
      const id = `priced-${ann.id.slice(-8)}`
      expect(await costOf(() => ann.ok('url.create', { destinationURL, id }))).toBe(10_000)
      expect(await costOf(() => ann.fails('url.create', { destinationURL, id }))).toBe(0)
      expect(await costOf(() => ann.ok('url.shorten', { destinationURL }))).toBe(1)
      expect(await costOf(() => ann.ok('url.resolve', { id }))).toBe(1)
      expect(await costOf(() => ann.ok('url.list', {}))).toBe(1)
      expect(await costOf(() => ann.fails('url.delete', { id: 'no-such-link' }))).toBe(0)
    })
  })
})

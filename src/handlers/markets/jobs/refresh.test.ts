import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { forEachServer } from '#testing/server.ts'
import { marketExamples, marketSettingsAt } from '../fixtures/markets-server.ts'

let standIn: ProviderStandIn
let now = () => 0
const settings: Record<string, string> = { MARKETS_REFRESH: 'on' }
beforeAll(async () => {
  standIn = await startProviderStandIn(marketExamples, () => now())
  Object.assign(settings, marketSettingsAt(standIn.url))
})
afterAll(() => standIn[Symbol.asyncDispose]())

const hourMs = 3_600_000

forEachServer(
  (server) => {
    test('prices are fetched every hour, stored and archived, and large moves published once a day', async () => {
      now = () => server().clock.now()
      standIn.answers = marketExamples
      const refresh = async () => {
        server().clock.advance(hourMs)
        await server().jobs.settle()
        await server().bus.settle()
      }
      await refresh()
      await refresh()
      const { items, kinds } = await server().anonymous.ok('archive.list', { kind: 'market', limit: 100 })
      expect(kinds).toEqual([{ kind: 'market', total: 37 }])
      expect(items.find(({ id }) => id === 'market_BTC')).toMatchObject({
        title: 'Bitcoin',
        snippet: '91,240.12 US dollars',
        source: 'Coinbase, CoinGecko',
        attribution: 'Prices from Coinbase. Data provided by CoinGecko',
        url: expect.stringMatching(/\/markets\/BTC$/),
      })
      const published = async () =>
        (await server().anonymous.ok('stream.list', {})).items.filter(({ service }) => service === 'markets')
      expect((await published()).map(({ text }) => text)).toEqual(['Uniswap is down 5.6%'])
      server().clock.advance(23 * hourMs)
      await refresh()
      expect(await published()).toHaveLength(2)
    })

    test('the last price is returned, marked as stale, while no provider can be reached', async () => {
      now = () => server().clock.now()
      standIn.answers = () => ({ status: 503, json: {} })
      server().clock.advance(400 * 24 * hourMs)
      const price = await server().anonymous.ok('markets.quote', { symbol: 'BTC' })
      expect(price).toMatchObject({ stale: true, source: 'Coinbase, CoinGecko' })
      expect(price.price_usd).toBeCloseTo(91_240.12, 2)
      const { total, unpriced } = await server().anonymous.ok('markets.list', { category: 'stocks' })
      expect([total, unpriced]).toEqual([10, []])
      await server().jobs.settle()
      // Without a provider nothing new is published, and the job has not failed.
      expect((await server().anonymous.ok('archive.list', { kind: 'market' })).kinds).toEqual([
        { kind: 'market', total: 37 },
      ])
    })
  },
  { settings },
)

import { describe, expect, test } from 'vitest'
import { daysBefore, marketExamples, marketsForTests, without } from '../fixtures/markets-server.ts'
import { coinbaseExamples, coingeckoExamples } from '../providers/market-examples.ts'

const { server, standIn, returning } = marketsForTests()

describe('markets.list', () => {
  test('prices coins by Coinbase, with their change by CoinGecko, in the order of the list', async () => {
    const { items, total, unpriced, next_offset, text } = await server().anonymous.ok('markets.list', { limit: 3 })
    expect(items.map(({ symbol, change_pct, market_open }) => [symbol, change_pct, market_open])).toEqual([
      ['BTC', -1.24, true],
      ['ETH', 2.1, true],
      ['UNI', -5.6, true],
    ])
    expect(items[0]?.price_usd).toBeCloseTo(91_240.12, 2)
    expect(items[0]).toMatchObject({
      source: 'Coinbase, CoinGecko',
      attribution: 'Prices from Coinbase. Data provided by CoinGecko',
      stale: false,
    })
    expect([total, unpriced, next_offset]).toEqual([10, [], 3])
    expect(text).toBe(
      'Crypto prices in US dollars, updated less than a minute ago. Largest changes: Uniswap down 5.6%, Solana up 3.2%, Polygon down 2.3%, Ether up 2.1%, Bitcoin down 1.2%.',
    )
  })

  test.each([
    ['stocks', 10],
    ['commodities', 9],
    ['futures', 4],
    ['currencies', 8],
  ] as const)('prices all %s', async (category, count) => {
    const { items, total, unpriced } = await server().anonymous.ok('markets.list', { category })
    expect([items.length, total, unpriced]).toEqual([count, count, []])
    for (const item of items) {
      expect(item.categories).toContain(category)
      expect(item.attribution).toBeTruthy()
    }
  })

  test('turns cents into dollars, and lists the categories of a metal', async () => {
    const { items } = await server().anonymous.ok('markets.list', { category: 'commodities' })
    const of = (symbol: string) => items.find((item) => item.symbol === symbol)
    expect(of('CORN')).toMatchObject({ price_usd: 4.375, per: 'bushel', categories: ['commodities'] })
    expect(of('COFFEE')).toMatchObject({ price_usd: 4.1235, per: 'pound' })
    expect(of('GOLD')).toMatchObject({ price_usd: 4182.3, categories: ['commodities', 'futures'] })
  })

  test('a coin that CoinGecko lists without data is priced by Coinbase, and all others keep their change', async () => {
    standIn().answers = (request, now) => {
      const answer = coingeckoExamples(request, now)
      return answer ? { json: { ...(answer.json as object), bitcoin: {} } } : marketExamples(request, now)
    }
    const { items, unpriced } = await server().anonymous.ok('markets.list', { limit: 2 })
    expect(items.map(({ symbol, change_pct, source }) => [symbol, change_pct, source])).toEqual([
      ['BTC', undefined, 'Coinbase'],
      ['ETH', 2.1, 'Coinbase, CoinGecko'],
    ])
    expect(unpriced).toEqual([])
  })

  test('takes coins from CoinGecko while Coinbase fails, and currencies from the central bank', async () => {
    standIn().answers = without(coinbaseExamples)
    const { items } = await server().anonymous.ok('markets.list', {})
    expect(items[0]).toMatchObject({ symbol: 'BTC', price_usd: 91_240.12, source: 'CoinGecko' })
    const currencies = await server().anonymous.ok('markets.list', { category: 'currencies' })
    expect(currencies.items[0]).toMatchObject({
      symbol: 'EUR',
      source: 'European Central Bank, by way of Frankfurter',
      // Four in the afternoon in Frankfurt.
      as_of: expect.stringMatching(new RegExp(`^${daysBefore(server(), 0)}T1[45]:00:00\\.000Z$`)),
    })
    expect(currencies.items[0]).not.toHaveProperty('market_open')
  })

  test('leaves out changes while CoinGecko fails', async () => {
    standIn().answers = without(coingeckoExamples)
    const { items } = await server().anonymous.ok('markets.list', {})
    expect(items[0]).toMatchObject({ symbol: 'BTC', source: 'Coinbase' })
    expect(items[0]).not.toHaveProperty('change_pct')
  })

  test('counts the minutes since the newest price, and fetches newer ones', async () => {
    server().clock.advance(Date.parse(`${daysBefore(server(), 0)}T21:00:30Z`) - server().clock.now())
    const text = async () => (await server().anonymous.ok('markets.list', { category: 'stocks' })).text
    const texts = [await text()]
    for (const ms of [29_999, 1, 29_999, 5 * 60_000]) {
      server().clock.advance(ms)
      texts.push(await text())
    }
    expect(texts.map((each) => /updated (.+) ago/.exec(each)?.[1])).toEqual([
      'less than a minute',
      'less than a minute',
      'one minute',
      'one minute',
      '6 minutes',
    ])
  })

  test('lists a missing price again as soon as the provider has it', async () => {
    returning(/\/AAPL$/, { status: 503, json: {} })
    expect((await server().anonymous.ok('markets.list', { category: 'stocks' })).unpriced).toEqual(['AAPL'])
    standIn().answers = marketExamples
    server().clock.advance(40_001)
    expect((await server().anonymous.ok('markets.list', { category: 'stocks' })).unpriced).toEqual([])
  })

  test('names instruments without a price instead of failing', async () => {
    returning(/\/TSLA$/, { status: 500, json: {} })
    const answer = await server().anonymous.ok('markets.list', { category: 'stocks' })
    expect(answer).toMatchObject({ total: 9, unpriced: ['TSLA'] })
    expect(answer.text).toContain('Without a current price: TSLA.')
  })

  test('beyond the last one has no items', async () => {
    expect(await server().anonymous.ok('markets.list', { offset: 50 })).toMatchObject({ items: [], total: 10 })
  })
})

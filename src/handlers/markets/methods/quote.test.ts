import { describe, expect, test } from 'vitest'
import { changingChart, daysBefore, marketExamples, marketsForTests, without } from '../fixtures/markets-server.ts'
import { coinbaseExamples, coingeckoExamples, yahooExamples } from '../providers/market-examples.ts'

const { server, standIn, another } = marketsForTests()

describe('markets.quote', () => {
  test('prices one instrument, regardless of case', async () => {
    const answer = await server().anonymous.ok('markets.quote', { symbol: 'gold' })
    expect(answer).toMatchObject({
      symbol: 'GOLD',
      price_usd: 4182.3,
      per: 'troy_ounce',
      source: 'Yahoo Finance',
      attribution: 'Prices from Yahoo Finance',
      market_open: true,
      stale: false,
    })
    expect(answer.text).toMatch(/^Gold is at 4,182\.30 US dollars a troy ounce, (up|down) \d+\.\d%, as of /)
  })

  test.each([
    ['bitcoin', 'BTC (Bitcoin)'],
    ['ethereum', 'ETH (Ether)'],
    ['Appel', 'AAPL (Apple)'],
    ['TLSA', 'TSLA (Tesla)'],
  ])('suggests an instrument for %s', async (symbol, meant) => {
    const { body } = await server().anonymous.fails('markets.quote', { symbol })
    expect(body).toMatchObject({
      code: 'not_found',
      error: `No instrument has the symbol "${symbol}". Did you mean ${meant}? Use markets.list to list all instruments.`,
    })
  })

  test('distinguishes a closed market from an unreachable provider', async () => {
    server().clock.advance(2 * 86_400_000)
    const sunday = await server().anonymous.ok('markets.quote', { symbol: 'AAPL' })
    expect(sunday).toMatchObject({ market_open: false, stale: true, as_of: `${daysBefore(server(), 2)}T21:00:00.000Z` })
    expect(sunday.text).toMatch(/The price is 44 hours old\.$/)
    // The change is counted from the close of the day before.
    expect(sunday.change_since).toBe(`${daysBefore(server(), 3)}T21:00:00.000Z`)
    standIn().answers = without(yahooExamples)
    server().clock.advance(10 * 60_000)
    const stored = await server().anonymous.ok('markets.quote', { symbol: 'AAPL' })
    expect(stored).toMatchObject({ stale: true, as_of: sunday.as_of })
    expect(stored).not.toHaveProperty('market_open')
  })

  test('compares a currency with the reference rate of an earlier day', async () => {
    const answer = await server().anonymous.ok('markets.quote', { symbol: 'EUR' })
    expect(answer).toMatchObject({
      source: expect.stringContaining('Coinbase, European'),
      change_pct: expect.any(Number),
    })
    expect(answer.change_since).toMatch(new RegExp(`^${daysBefore(server(), 1)}T1[45]:00:00\\.000Z$`))
    expect(answer.price_usd).toBeCloseTo(1.1523, 4)
  })

  test('returns the same result while its data are fresh, and newer data as soon as they are read', async () => {
    let price = 100
    standIn().answers = (request, now) => {
      const answer = coinbaseExamples(request, now)
      if (answer) (answer.json as any).data.rates.BTC = String(1 / price)
      return answer ?? marketExamples(request, now)
    }
    const first = await server().anonymous.ok('markets.quote', { symbol: 'BTC' })
    price = 200
    server().clock.advance(59_999)
    const before = standIn().requests.length
    expect(await server().anonymous.ok('markets.quote', { symbol: 'BTC' })).toEqual(first)
    expect(standIn().requests).toHaveLength(before)
    server().clock.advance(4 * 60_000 + 1)
    // Another call reads them.
    await server().anonymous.ok('markets.list', {})
    expect((await server().anonymous.ok('markets.quote', { symbol: 'BTC' })).price_usd).toBe(200)
    standIn().answers = without(coinbaseExamples)
    server().clock.advance(5 * 60_000)
    const { source } = await server().anonymous.ok('markets.quote', { symbol: 'BTC' })
    expect(source).toBe('CoinGecko')
  })

  test('reports a market as closed from the moment it closes', async () => {
    server().clock.advance(Date.parse(`${daysBefore(server(), 0)}T20:59:59.500Z`) - server().clock.now())
    const isOpen = async () => (await server().anonymous.ok('markets.quote', { symbol: 'AAPL' })).market_open
    expect(await isOpen()).toBe(true)
    server().clock.advance(499)
    expect(await isOpen()).toBe(true)
    server().clock.advance(1)
    expect(await isOpen()).toBe(false)
  })

  test('compares a currency with other days from midnight on', async () => {
    server().clock.advance(Date.parse(`${daysBefore(server(), 0)}T23:59:59.999Z`) - server().clock.now())
    const ranges = () => standIn().requests.filter(({ path }) => path.includes(daysBefore(server(), 0))).length
    await server().anonymous.ok('markets.quote', { symbol: 'EUR' })
    server().clock.advance(1)
    expect(ranges()).toBe(0)
    await server().anonymous.ok('markets.quote', { symbol: 'EUR' })
    expect(ranges()).toBe(1)
  })

  test('fails with not_found for an unknown symbol, and with failed_precondition for one without a price', async () => {
    const unknown = await server().anonymous.fails('markets.quote', { symbol: 'XYZ' })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'not_found'])
    standIn().answers = (request, now) => {
      const answer = coinbaseExamples(request, now)
      if (answer) delete (answer.json as any).data.rates.POL
      const coins = coingeckoExamples(request, now)
      if (coins) delete (coins.json as any)['polygon-ecosystem-token']
      return answer ?? coins
    }
    const unpriced = await server().anonymous.fails('markets.quote', { symbol: 'POL' })
    expect([unpriced.status, unpriced.body.code]).toEqual([400, 'failed_precondition'])
  })

  test('in an undocumented currency fails, and the log names the field', async () => {
    standIn().answers = changingChart(({ meta }) => {
      meta.currency = 'EUR'
    })
    expect(await logging().anonymous.fails('markets.quote', { symbol: 'AAPL' })).toMatchObject({ status: 502 })
    expect(logged.join('\n')).toContain('chart.result[0].meta.currency')
  })

  const logged: string[] = []
  const logging = another(() => ({}), { onLogLine: (line) => void logged.push(line) })
})

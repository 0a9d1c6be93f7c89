import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { type ProviderStandIn, startProviderStandIn } from '#testing/provider-stand-in.ts'
import { serverForTests } from '#testing/server.ts'
import { instruments } from './instruments.ts'
import { coinbase } from './providers/coinbase.ts'
import { coingecko } from './providers/coingecko.ts'
import { frankfurter } from './providers/frankfurter.ts'
import { coinbaseExamples, coingeckoExamples, frankfurterExamples, yahooExamples } from './providers/market-examples.ts'
import { yahoo } from './providers/yahoo.ts'

let standIn: ProviderStandIn
const settings: Record<string, string> = {}
const good: Examples = (request, now) =>
  coinbaseExamples(request, now) ??
  coingeckoExamples(request, now) ??
  frankfurterExamples(request, now) ??
  yahooExamples(request, now)

beforeAll(async () => {
  standIn = await startProviderStandIn(good, () => server().clock.now())
  const names = ['COINBASE', 'COINGECKO', 'FRANKFURTER', 'YAHOO_FINANCE']
  for (const name of names) settings[`${name}_BASE_URL`] = standIn.url
})
const friday = '2026-11-20T17:00:00Z'
const weekMs = 7 * 86_400_000
const server = serverForTests({ settings, now: friday })
afterAll(() => standIn[Symbol.asyncDispose]())
beforeEach(() => {
  standIn.answers = good
  // To a Friday on which everything that an earlier test has cached is expired.
  const weeks = Math.ceil((server().clock.now() - Date.parse(friday)) / weekMs) + 6
  server().clock.advance(Date.parse(friday) + weeks * weekMs - server().clock.now())
})

const today = () => new Date(server().clock.now()).toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(server().clock.now() - days * 86_400_000).toISOString().slice(0, 10)

/** The examples of all providers but one. */
function without(examples: Examples): Examples {
  return (request, now) => (examples(request, now) ? { status: 503, json: {} } : good(request, now))
}

/** The examples of all providers, with the charts changed. */
function changingChart(change: (result: Record<string, any>) => void): Examples {
  return (request, now) => {
    const answer = yahooExamples(request, now)
    const json = answer?.json as { chart: { result: Record<string, any>[] } } | undefined
    if (json) for (const result of json.chart.result) change(result)
    return answer ?? good(request, now)
  }
}

test('every provider has an attribution', () => {
  expect([coinbase, coingecko, frankfurter, yahoo].map(({ attribution }) => typeof attribution)).toEqual(
    Array(4).fill('string'),
  )
})

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

  test('takes coins from CoinGecko while Coinbase fails, and currencies from the central bank', async () => {
    standIn.answers = without(coinbaseExamples)
    const { items } = await server().anonymous.ok('markets.list', {})
    expect(items[0]).toMatchObject({ symbol: 'BTC', price_usd: 91_240.12, source: 'CoinGecko' })
    const currencies = await server().anonymous.ok('markets.list', { category: 'currencies' })
    expect(currencies.items[0]).toMatchObject({
      symbol: 'EUR',
      source: 'European Central Bank, by way of Frankfurter',
      // Four in the afternoon in Frankfurt.
      as_of: expect.stringMatching(new RegExp(`^${today()}T1[45]:00:00\\.000Z$`)),
    })
    expect(currencies.items[0]).not.toHaveProperty('market_open')
  })

  test('leaves out changes while CoinGecko fails', async () => {
    standIn.answers = without(coingeckoExamples)
    const { items } = await server().anonymous.ok('markets.list', {})
    expect(items[0]).toMatchObject({ symbol: 'BTC', source: 'Coinbase' })
    expect(items[0]).not.toHaveProperty('change_pct')
  })

  test('counts the minutes since the newest price, and fetches newer ones', async () => {
    server().clock.advance(Date.parse(`${today()}T21:00:30Z`) - server().clock.now())
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
    standIn.answers = (request, now) =>
      request.path.endsWith('/AAPL') ? { status: 503, json: {} } : good(request, now)
    expect((await server().anonymous.ok('markets.list', { category: 'stocks' })).unpriced).toEqual(['AAPL'])
    standIn.answers = good
    server().clock.advance(40_001)
    expect((await server().anonymous.ok('markets.list', { category: 'stocks' })).unpriced).toEqual([])
  })

  test('names instruments without a price instead of failing', async () => {
    standIn.answers = (request, now) =>
      request.path.endsWith('/TSLA') ? { status: 500, json: {} } : good(request, now)
    const answer = await server().anonymous.ok('markets.list', { category: 'stocks' })
    expect(answer).toMatchObject({ total: 9, unpriced: ['TSLA'] })
    expect(answer.text).toContain('Without a current price: TSLA.')
  })

  test('beyond the last one has no items', async () => {
    expect(await server().anonymous.ok('markets.list', { offset: 50 })).toMatchObject({ items: [], total: 10 })
  })
})

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

  test('distinguishes a closed market from an unreachable provider', async () => {
    server().clock.advance(2 * 86_400_000)
    const sunday = await server().anonymous.ok('markets.quote', { symbol: 'AAPL' })
    expect(sunday).toMatchObject({ market_open: false, stale: true, as_of: `${daysAgo(2)}T21:00:00.000Z` })
    expect(sunday.text).toMatch(/The price is 44 hours old\.$/)
    // The change is counted from the close of the day before.
    expect(sunday.change_since).toBe(`${daysAgo(3)}T21:00:00.000Z`)
    standIn.answers = without(yahooExamples)
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
    expect(answer.change_since).toMatch(new RegExp(`^${daysAgo(1)}T1[45]:00:00\\.000Z$`))
    expect(answer.price_usd).toBeCloseTo(1.1523, 4)
  })

  test('returns the same result while its data are fresh, and newer data as soon as they are read', async () => {
    let price = 100
    standIn.answers = (request, now) => {
      const answer = coinbaseExamples(request, now)
      if (answer) (answer.json as any).data.rates.BTC = String(1 / price)
      return answer ?? good(request, now)
    }
    const first = await server().anonymous.ok('markets.quote', { symbol: 'BTC' })
    price = 200
    server().clock.advance(59_999)
    const before = standIn.requests.length
    expect(await server().anonymous.ok('markets.quote', { symbol: 'BTC' })).toEqual(first)
    expect(standIn.requests).toHaveLength(before)
    server().clock.advance(4 * 60_000 + 1)
    // Another call reads them.
    await server().anonymous.ok('markets.list', {})
    expect((await server().anonymous.ok('markets.quote', { symbol: 'BTC' })).price_usd).toBe(200)
    standIn.answers = without(coinbaseExamples)
    server().clock.advance(5 * 60_000)
    const { source } = await server().anonymous.ok('markets.quote', { symbol: 'BTC' })
    expect(source).toBe('CoinGecko')
  })

  test('reports a market as closed from the moment it closes', async () => {
    server().clock.advance(Date.parse(`${today()}T20:59:59.500Z`) - server().clock.now())
    const isOpen = async () => (await server().anonymous.ok('markets.quote', { symbol: 'AAPL' })).market_open
    expect(await isOpen()).toBe(true)
    server().clock.advance(499)
    expect(await isOpen()).toBe(true)
    server().clock.advance(1)
    expect(await isOpen()).toBe(false)
  })

  test('compares a currency with other days from midnight on', async () => {
    server().clock.advance(Date.parse(`${today()}T23:59:59.999Z`) - server().clock.now())
    const ranges = () => standIn.requests.filter(({ path }) => path.includes(today())).length
    await server().anonymous.ok('markets.quote', { symbol: 'EUR' })
    server().clock.advance(1)
    expect(ranges()).toBe(0)
    await server().anonymous.ok('markets.quote', { symbol: 'EUR' })
    expect(ranges()).toBe(1)
  })

  test('fails with not_found for an unknown symbol, and with failed_precondition for one without a price', async () => {
    const unknown = await server().anonymous.fails('markets.quote', { symbol: 'XYZ' })
    expect([unknown.status, unknown.body.code]).toEqual([400, 'not_found'])
    standIn.answers = (request, now) => {
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
    standIn.answers = changingChart(({ meta }) => {
      meta.currency = 'EUR'
    })
    expect(await logging().anonymous.fails('markets.quote', { symbol: 'AAPL' })).toMatchObject({ status: 502 })
    expect(logged.join('\n')).toContain('chart.result[0].meta.currency')
  })

  const logged: string[] = []
  const logging = serverForTests({ settings, now: friday, onLogLine: (line) => void logged.push(line) })
})

describe('markets.history', () => {
  test('lists closes oldest first, leaves out days without trading, and marks the day that has not ended', async () => {
    const { items, total, next_offset, start, end, text } = await server().anonymous.ok('markets.history', {
      symbol: 'AAPL',
      limit: 100,
    })
    expect([start, end, next_offset]).toEqual([daysAgo(30), today(), undefined])
    expect(total).toBe(items.length)
    expect(items.every(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()))).toBe(true)
    expect(items.map(({ day }) => day)).toEqual(items.map(({ day }) => day).toSorted())
    expect(items.filter(({ final }) => !final).map(({ day }) => day)).toEqual([today()])
    expect(text).toMatch(/^Apple went from \d+\.\d+ to 271\.49 US dollars a share between .*on the last day yet\.$/)
    const only = { symbol: 'AAPL', start: today(), end: today() }
    expect((await server().anonymous.ok('markets.history', only)).text).toMatch(/^Apple was at .* before the close\.$/)
    server().clock.advance(12 * 3_600_000)
    const later = await server().anonymous.ok('markets.history', { symbol: 'AAPL', limit: 100 })
    expect(later.items.every(({ final }) => final)).toBe(true)
    expect(later.text).not.toContain('closed yet')
  })

  test('pages through a range of 366 days, and rejects a longer one', async () => {
    const range = { symbol: 'BTC', start: daysAgo(365), end: today() }
    const first = await server().anonymous.ok('markets.history', { ...range, limit: 100 })
    // One of them had no trade.
    expect([first.total, first.next_offset, first.items.length]).toEqual([365, 100, 100])
    const last = await server().anonymous.ok('markets.history', { ...range, limit: 100, offset: 300 })
    expect([last.items.length, last.next_offset]).toEqual([65, undefined])
    const { body } = await server().anonymous.fails('markets.history', { ...range, start: daysAgo(366) })
    expect([body.code, body.details?.[0]?.path]).toEqual(['invalid_argument', 'start'])
  })

  test('has reference rates of currencies, and prices of metals', async () => {
    const { items, source } = await server().anonymous.ok('markets.history', { symbol: 'eur', start: daysAgo(7) })
    expect(items.length).toBe(6)
    expect(source).toContain('European Central Bank')
    expect(await server().anonymous.ok('markets.history', { symbol: 'CORN' })).toMatchObject({ per: 'bushel' })
  })

  test('of days without trading is empty, with a text about it', async () => {
    const weekend = { start: daysAgo(6), end: daysAgo(5) }
    const { items, text } = await server().anonymous.ok('markets.history', { symbol: 'AAPL', ...weekend })
    expect([items, text.includes('was not traded')]).toEqual([[], true])
    expect(await server().anonymous.ok('markets.history', { symbol: 'EUR', ...weekend })).toMatchObject({ total: 0 })
  })

  test('before an instrument existed is empty', async () => {
    standIn.answers = (request, now) => (yahooExamples(request, now) ? { status: 400, json: {} } : good(request, now))
    const answer = await server().anonymous.ok('markets.history', {
      symbol: 'META',
      start: '1960-01-01',
      end: '1960-02-01',
    })
    expect(answer).toMatchObject({ items: [], total: 0, source: 'Yahoo Finance' })
  })

  test("uses the days of the market's time zone, also across a change of summer time", async () => {
    standIn.answers = changingChart((result) => {
      // Midnight in New York, in summer and in winter.
      result.timestamp = [Date.parse('2026-10-30T04:00:00Z') / 1000, Date.parse('2026-11-02T05:00:00Z') / 1000]
      result.indicators.quote[0].close = [1, 2]
    })
    const range = { symbol: 'GOLD', start: '2026-10-30', end: '2026-11-02' }
    const { items } = await server().anonymous.ok('markets.history', range)
    expect(items.map(({ day }) => day)).toEqual(['2026-10-30', '2026-11-02'])
  })

  test('in the future, or with its ends swapped, is rejected', async () => {
    const tomorrow = daysAgo(-1)
    const future = await server().anonymous.fails('markets.history', { symbol: 'BTC', end: tomorrow })
    expect(future.body.details?.map(({ path }) => path)).toEqual(['end'])
    const turned = await server().anonymous.fails('markets.history', { symbol: 'BTC', start: today(), end: daysAgo(3) })
    expect(turned.body.details?.map(({ path }) => path)).toEqual(['start'])
    const unknown = await server().anonymous.fails('markets.history', { symbol: 'NONE' })
    expect(unknown.body.code).toBe('not_found')
  })
})

test.each([
  ['markets.list', { category: 'bonds' }, 'category'],
  ['markets.list', { limit: 101 }, 'limit'],
  ['markets.quote', { symbol: 'B TC' }, 'symbol'],
  ['markets.quote', {}, 'symbol'],
  ['markets.history', { symbol: 'BTC', start: '2026-02-30' }, 'start'],
  ['markets.convert', { from: 'EUR', to: 'USD', amount: -1 }, 'amount'],
  ['markets.convert', { from: 'EUR', to: 'USD', amount: 1e16 }, 'amount'],
  ['markets.convert', { from: 'E', to: 'USD' }, 'from'],
] as const)('%s rejects %j', async (id, args, path) => {
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map((fault) => fault.path)]).toEqual([400, 'invalid_argument', [path]])
})

describe('with MARKETS_YAHOO=off', () => {
  const off: Record<string, string> = {}
  beforeAll(() => void Object.assign(off, settings, { MARKETS_YAHOO: 'off' }))
  const sparing = serverForTests({ settings: off })

  test('methods that need Yahoo Finance fail with not_configured, which names the setting', async () => {
    for (const [id, args] of [
      ['markets.list', { category: 'stocks' }],
      ['markets.quote', { symbol: 'OIL' }],
      ['markets.history', { symbol: 'BTC' }],
    ] as const) {
      const { status, body } = await sparing().anonymous.fails(id, args)
      expect([status, body.code]).toEqual([503, 'not_configured'])
      expect(body.error).toContain('MARKETS_YAHOO')
    }
    expect(await sparing().anonymous.ok('markets.list', { category: 'currencies' })).toMatchObject({ total: 8 })
    expect(await sparing().anonymous.ok('markets.history', { symbol: 'GBP' })).toMatchObject({ symbol: 'GBP' })
  })
})

describe('with PROVIDERS=examples', () => {
  const trying = serverForTests({ settings: { PROVIDERS: 'examples' } })

  test('every method returns examples for every listed instrument, marked as such', async () => {
    for (const { symbol } of instruments) {
      expect(await trying().anonymous.ok('markets.quote', { symbol })).toMatchObject({ source: 'example' })
      expect(await trying().anonymous.ok('markets.history', { symbol })).toMatchObject({ source: 'example' })
    }
    const { items } = await trying().anonymous.ok('markets.list', {})
    expect(items[0]?.attribution).toMatch(/^Example data/)
    expect(await trying().anonymous.ok('markets.convert', { from: 'GBP', to: 'JPY' })).toMatchObject({
      source: 'example',
    })
  })
})

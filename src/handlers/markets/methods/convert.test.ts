import { describe, expect, test } from 'vitest'
import type { Examples } from '#runtime/outbound/description.ts'
import { marketsForTests, without } from '../fixtures/markets-server.ts'
import { coinbaseExamples } from '../providers/market-examples.ts'

const { server, standIn } = marketsForTests()

const convert = (args: { from: string; to: string; amount?: number; date?: string }) =>
  server().anonymous.ok('markets.convert', args)
const fault = async (args: Record<string, unknown>) => (await server().anonymous.fails('markets.convert', args)).body

/** Rates that the bank publishes for a day. */
function publishing(rates: Record<string, number>, date: string): Examples {
  return ({ path }) => (path.startsWith('/v1/') ? { json: { amount: 1, base: 'EUR', date, rates } } : undefined)
}

describe('currencies', () => {
  test('are converted by their rates to the euro, without binary rounding errors', async () => {
    standIn().answers = publishing({ GBP: 0.8726, JPY: 179.42, USD: 1.1523 }, '2026-11-13')
    const answer = await convert({ amount: 250, from: 'gbp', to: 'JPY', date: '2026-11-15' })
    expect(answer).toMatchObject({
      amount: 250,
      from: 'GBP',
      to: 'JPY',
      rate: expect.closeTo(205.6154022462, 10),
      converted: expect.closeTo(51_403.8505615402, 8),
      rounded: 51_404,
      live: false,
      day: '2026-11-13',
      is_earlier_day: true,
      attribution: 'Reference rates of the European Central Bank',
    })
    expect(answer.text).toBe(
      '250 GBP are 51,404 JPY at the reference rate of 13 November 2026 (205.615). No rate was published on 15 November 2026.',
    )
    expect(await convert({ amount: 3, from: 'USD', to: 'EUR' })).toMatchObject({ rounded: 2.6, is_earlier_day: false })
  })

  test('of the same code are worth the same, also at 0, without a request', async () => {
    const before = standIn().requests.length
    expect(await convert({ amount: 12.5, from: 'USD', to: 'usd' })).toMatchObject({ rate: 1, converted: 12.5 })
    expect(await convert({ amount: 0, from: 'BTC', to: 'BTC' })).toMatchObject({ rate: 1, converted: 0, live: false })
    expect(standIn().requests.length).toBe(before)
    expect(await convert({ amount: 0, from: 'USD', to: 'EUR' })).toMatchObject({ converted: 0, rounded: 0 })
  })

  test('that the euro has replaced keep their fixed rate, also against those of today', async () => {
    expect(await convert({ amount: 100, from: 'DEM', to: 'EUR' })).toMatchObject({ rounded: 51.13, live: false })
    const both = await convert({ amount: 1_000_000, from: 'ITL', to: 'DEM', date: '1999-01-04' })
    expect(both).toMatchObject({ rounded: 1010.1, source: 'European Central Bank' })
    expect(both).not.toHaveProperty('day')
    standIn().answers = publishing({ USD: 1.2 }, '2026-11-20')
    expect(await convert({ amount: 195.583, from: 'DEM', to: 'USD' })).toMatchObject({ rounded: 120 })
  })

  test('that the euro replaced later have a reference rate until then', async () => {
    standIn().answers = publishing({ HRK: 7.5, USD: 1.05 }, '2022-12-30')
    expect(await convert({ amount: 75, from: 'HRK', to: 'EUR', date: '2022-12-30' })).toMatchObject({
      rounded: 10,
      day: '2022-12-30',
    })
    const after = await convert({ amount: 75, from: 'HRK', to: 'EUR', date: '2023-01-01' })
    expect(after).toMatchObject({ rounded: 9.95 })
    expect(after).not.toHaveProperty('day')
  })

  test('that have no rate on a day are rejected, with the day', async () => {
    expect((await convert({ from: 'RUB', to: 'EUR', date: '2022-03-01' })).day).toBe('2022-03-01')
    expect(await fault({ from: 'RUB', to: 'EUR' })).toMatchObject({
      code: 'invalid_argument',
      details: [{ path: 'date', message: 'must not be after 2022-03-01, the last day with a reference rate for RUB' }],
    })
    standIn().answers = publishing({ USD: 1.18 }, '1999-01-04')
    expect(await fault({ from: 'TRY', to: 'USD', date: '1999-01-04' })).toMatchObject({
      details: [{ path: 'date', message: 'is a day on which TRY has no reference rate (1999-01-04)' }],
    })
  })

  test('from the first day of reference rates to today', async () => {
    const tomorrow = new Date(server().clock.now() + 86_400_000).toISOString().slice(0, 10)
    for (const date of ['1999-01-03', tomorrow]) {
      const { code, details } = await fault({ from: 'USD', to: 'EUR', date })
      expect([code, details?.map(({ path }) => path)]).toEqual(['invalid_argument', ['date']])
    }
    expect((await convert({ from: 'USD', to: 'EUR', date: '1999-01-04' })).day).toBe('1999-01-04')
  })

  test('share one request for all pairs of a day, which is cached for past days', async () => {
    const before = standIn().requests.length
    await convert({ from: 'USD', to: 'EUR', date: '2020-05-05' })
    server().clock.advance(3 * 86_400_000)
    await convert({ from: 'GBP', to: 'JPY', date: '2020-05-05' })
    expect(standIn().requests.length - before).toBe(1)
  })
})

describe('cryptocurrencies', () => {
  test('are converted at their live price through the dollar', async () => {
    const answer = await convert({ amount: 2, from: 'BTC', to: 'USD' })
    expect(answer).toMatchObject({ live: true, rounded: 182_480.24, source: 'Coinbase' })
    expect(answer).not.toHaveProperty('day')
    expect(answer.text).toBe('2 BTC are 182,480.24 USD at the live price (91,240.1).')
    const back = await convert({ amount: 182_480.24, from: 'USD', to: 'BTC' })
    expect(back.rounded).toBe(2)
    const one = await convert({ from: 'ETH', to: 'BTC' })
    expect([one.rounded, one.text.slice(0, 23)]).toEqual([0.03301782, '1 ETH is 0.03301782 BTC'])
    expect((await convert({ from: 'BTC', to: 'DEM' })).rate).toBeGreaterThan(100_000)
  })

  test('are converted by CoinGecko and the central bank while Coinbase fails', async () => {
    standIn().answers = without(coinbaseExamples)
    const answer = await convert({ from: 'BTC', to: 'EUR' })
    expect(answer).toMatchObject({ live: true, source: 'CoinGecko, European Central Bank, by way of Frankfurter' })
    expect(answer.attribution).toBe('Data provided by CoinGecko. Reference rates of the European Central Bank')
    // The reference rates of the stand-in move by up to one percent.
    expect(Math.abs(answer.rate / (91_240.12 / 1.1523) - 1)).toBeLessThan(0.011)
  })

  test('are not confused with a currency of the same code that the euro has replaced', async () => {
    const rates = { BTC: '0.00001', EUR: '0.9', MTL: '2.5' }
    standIn().answers = () => ({ json: { data: { currency: 'USD', rates } } })
    expect((await convert({ from: 'BTC', to: 'MTL' })).rate).toBeCloseTo(90_000 * 0.4293, 6)
  })

  test('have no past dates, and are not converted to currencies that no longer exist', async () => {
    expect(await fault({ from: 'BTC', to: 'USD', date: '2024-01-01' })).toMatchObject({ code: 'failed_precondition' })
    expect(await fault({ from: 'BTC', to: 'TRL' })).toMatchObject({ code: 'invalid_argument' })
  })
})

test('unknown codes are all rejected at once, with the known ones', async () => {
  const { code, details } = await fault({ from: 'XXX', to: 'AAPL' })
  expect([code, details?.map(({ path }) => path)]).toEqual(['invalid_argument', ['from', 'to']])
  expect(details?.[0]?.message).toMatch(/^must be one of ATS, AUD, .*ZAR, BTC, ETH/)
})

import { describe, expect, test } from 'vitest'
import { changingChart, daysBefore, marketExamples, marketsForTests } from '../fixtures/markets-server.ts'
import { yahooExamples } from '../providers/market-examples.ts'

const { server, standIn } = marketsForTests()

describe('markets.history', () => {
  test('lists closes oldest first, leaves out days without trading, and marks the day that has not ended', async () => {
    const { items, total, next_offset, from, to, text } = await server().anonymous.ok('markets.history', {
      symbol: 'AAPL',
      limit: 100,
    })
    expect([from, to, next_offset]).toEqual([daysBefore(server(), 30), daysBefore(server(), 0), undefined])
    expect(total).toBe(items.length)
    expect(items.every(({ day }) => ![0, 6].includes(new Date(day).getUTCDay()))).toBe(true)
    expect(items.map(({ day }) => day)).toEqual(items.map(({ day }) => day).toSorted())
    expect(items.filter(({ final }) => !final).map(({ day }) => day)).toEqual([daysBefore(server(), 0)])
    expect(text).toMatch(/^Apple went from \d+\.\d+ to 271\.49 US dollars a share between .*on the last day yet\.$/)
    const only = { symbol: 'AAPL', from: daysBefore(server(), 0), to: daysBefore(server(), 0) }
    expect((await server().anonymous.ok('markets.history', only)).text).toMatch(/^Apple was at .* before the close\.$/)
    server().clock.advance(12 * 3_600_000)
    const later = await server().anonymous.ok('markets.history', { symbol: 'AAPL', limit: 100 })
    expect(later.items.every(({ final }) => final)).toBe(true)
    expect(later.text).not.toContain('on the last day yet')
  })

  test('pages through a range of 366 days, and rejects a longer one', async () => {
    const range = { symbol: 'BTC', from: daysBefore(server(), 365), to: daysBefore(server(), 0) }
    const first = await server().anonymous.ok('markets.history', { ...range, limit: 100 })
    // One of them had no trade.
    expect([first.total, first.next_offset, first.items.length]).toEqual([365, 100, 100])
    const last = await server().anonymous.ok('markets.history', { ...range, limit: 100, offset: 300 })
    expect([last.items.length, last.next_offset]).toEqual([65, undefined])
    const { body } = await server().anonymous.fails('markets.history', { ...range, from: daysBefore(server(), 366) })
    expect([body.code, body.details?.[0]?.path]).toEqual(['invalid_argument', 'from'])
  })

  test('has reference rates of currencies, and prices of metals', async () => {
    const { items, source } = await server().anonymous.ok('markets.history', {
      symbol: 'eur',
      from: daysBefore(server(), 7),
    })
    expect(items.length).toBe(6)
    expect(source).toContain('European Central Bank')
    expect(await server().anonymous.ok('markets.history', { symbol: 'CORN' })).toMatchObject({ per: 'bushel' })
  })

  test('of days without trading is empty, with a text about it', async () => {
    const weekend = { from: daysBefore(server(), 6), to: daysBefore(server(), 5) }
    const { items, text } = await server().anonymous.ok('markets.history', { symbol: 'AAPL', ...weekend })
    expect([items, text.includes('was not traded')]).toEqual([[], true])
    expect(await server().anonymous.ok('markets.history', { symbol: 'EUR', ...weekend })).toMatchObject({ total: 0 })
  })

  test('before an instrument existed is empty', async () => {
    standIn().answers = (request, now) =>
      yahooExamples(request, now) ? { status: 400, json: {} } : marketExamples(request, now)
    const answer = await server().anonymous.ok('markets.history', {
      symbol: 'META',
      from: '1960-01-01',
      to: '1960-02-01',
    })
    expect(answer).toMatchObject({ items: [], total: 0, source: 'Yahoo Finance' })
  })

  test("uses the days of the market's time zone, also across a change of summer time", async () => {
    standIn().answers = changingChart((result) => {
      // Midnight in New York, in summer and in winter.
      result.timestamp = [Date.parse('2026-10-30T04:00:00Z') / 1000, Date.parse('2026-11-02T05:00:00Z') / 1000]
      result.indicators.quote[0].close = [1, 2]
    })
    const range = { symbol: 'GOLD', from: '2026-10-30', to: '2026-11-02' }
    const { items } = await server().anonymous.ok('markets.history', range)
    expect(items.map(({ day }) => day)).toEqual(['2026-10-30', '2026-11-02'])
  })

  test.each([
    ['close', { close: -1, at: 0 }],
    ['close', { close: '2.5', at: 0 }],
    ['time', { close: 2.5, at: '2026-11-12' }],
  ])('leaves out a day with an odd %s together with the other half of the pair, and counts it', async (_, odd) => {
    const days = ['2026-11-10', '2026-11-12', '2026-11-13']
    standIn().answers = changingChart((result) => {
      const times = days.map((day) => Date.parse(`${day}T14:30:00Z`) / 1000)
      result.timestamp = times.map((at, index) => (index === 1 ? odd.at || at : at) as number)
      result.indicators.quote[0].close = [1, odd.close as number, 3]
    })
    const range = { symbol: 'AAPL', from: '2026-11-10', to: '2026-11-13' }
    const { items, skipped } = await server().anonymous.ok('markets.history', range)
    expect([items.map(({ day, close_usd }) => [day, close_usd]), skipped]).toEqual([
      [
        ['2026-11-10', 1],
        ['2026-11-13', 3],
      ],
      1,
    ])
  })

  test('fails with its provider if most of its days are odd', async () => {
    standIn().answers = changingChart((result) => {
      result.indicators.quote[0].close = result.timestamp.map((_, index) => (index === 0 ? 1 : -1))
    })
    expect(await server().anonymous.fails('markets.history', { symbol: 'AAPL' })).toMatchObject({ status: 502 })
  })

  test('in the future, or with its ends swapped, is rejected', async () => {
    const tomorrow = daysBefore(server(), -1)
    const future = await server().anonymous.fails('markets.history', { symbol: 'BTC', to: tomorrow })
    expect(future.body.details?.map(({ path }) => path)).toEqual(['to'])
    const turned = await server().anonymous.fails('markets.history', {
      symbol: 'BTC',
      from: daysBefore(server(), 0),
      to: daysBefore(server(), 3),
    })
    expect(turned.body.details?.map(({ path }) => path)).toEqual(['from'])
    const unknown = await server().anonymous.fails('markets.history', { symbol: 'NONE' })
    expect(unknown.body.code).toBe('not_found')
  })
})

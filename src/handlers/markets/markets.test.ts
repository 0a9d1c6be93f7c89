import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { serverForTests } from '#testing/server.ts'
import { marketsForTests } from './fixtures/markets-server.ts'
import { instruments } from './instruments.ts'
import { coinbase } from './providers/coinbase.ts'
import { coingecko } from './providers/coingecko.ts'
import { frankfurter } from './providers/frankfurter.ts'
import { yahoo } from './providers/yahoo.ts'

const { server, another } = marketsForTests()

test('every provider has an attribution', () => {
  expect([coinbase, coingecko, frankfurter, yahoo].map(({ attribution }) => typeof attribution)).toEqual(
    Array(4).fill('string'),
  )
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
  await expectFaults(server().anonymous, id, args, [path])
})

describe('with MARKETS_YAHOO=off', () => {
  const sparing = another(() => ({ MARKETS_YAHOO: 'off' }))

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

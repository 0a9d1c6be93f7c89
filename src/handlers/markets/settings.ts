import { z } from 'zod'
import { setting } from '#runtime/base/setting.ts'
import { baseUrlSetting } from '#runtime/outbound/description.ts'

const onOrOff = () => z.enum(['on', 'off']).transform((text) => text === 'on')

/** Settings of prices and exchange rates. No provider needs a key. */
export const marketSettings = {
  marketsYahoo: setting({
    name: 'MARKETS_YAHOO',
    rule: 'on or off',
    fallback: 'on',
    meaning:
      'Whether prices are fetched from Yahoo Finance. It grants no right to redistribute its data: turn it off where that matters.',
    without:
      'Shares, commodities and futures, and the past prices of everything but currencies, fail with `not_configured`.',
    example: 'off',
    schema: () => onOrOff(),
  }),
  marketsRefresh: setting({
    name: 'MARKETS_REFRESH',
    rule: 'on or off',
    fallback: 'on',
    meaning:
      'Whether all prices are fetched every hour, for `archive.list` and `stream.list`, and as a fallback while a provider cannot be reached.',
    without: 'Prices are fetched only for calls, and are lost when the server restarts.',
    example: 'off',
    schema: () => onOrOff(),
  }),
  coinbaseBaseUrl: baseUrlSetting(
    'COINBASE_BASE_URL',
    'https://api.coinbase.com',
    'prices of cryptocurrencies and currencies are fetched from',
  ),
  coingeckoBaseUrl: baseUrlSetting(
    'COINGECKO_BASE_URL',
    'https://api.coingecko.com',
    'changes of cryptocurrencies are fetched from',
  ),
  frankfurterBaseUrl: baseUrlSetting(
    'FRANKFURTER_BASE_URL',
    'https://api.frankfurter.dev',
    'reference rates of the European Central Bank are fetched from',
  ),
  yahooBaseUrl: baseUrlSetting(
    'YAHOO_FINANCE_BASE_URL',
    'https://query1.finance.yahoo.com',
    'prices of shares and commodities are fetched from',
  ),
} as const

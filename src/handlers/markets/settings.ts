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
      'Whether prices are fetched from Yahoo Finance. Yahoo grants no right to redistribute its data, so turn this setting off if you need that right.',
    without:
      'Requests for shares, commodities and futures, and for past prices of anything except currencies, fail with `not_configured`.',
    example: 'off',
    schema: () => onOrOff(),
  }),
  marketsRefresh: setting({
    name: 'MARKETS_REFRESH',
    rule: 'on or off',
    fallback: 'on',
    meaning:
      'Whether all prices are fetched every hour. They appear in `archive.list` and `stream.list`, and serve as a fallback while a provider cannot be reached.',
    without: 'Prices are fetched only when a call needs them, and are lost when the server restarts.',
    example: 'off',
    schema: () => onOrOff(),
  }),
  coinbaseBaseUrl: baseUrlSetting(
    'COINBASE_BASE_URL',
    'https://api.coinbase.com',
    'from which prices of cryptocurrencies and currencies are fetched',
  ),
  coingeckoBaseUrl: baseUrlSetting(
    'COINGECKO_BASE_URL',
    'https://api.coingecko.com',
    'from which price changes of cryptocurrencies are fetched',
  ),
  frankfurterBaseUrl: baseUrlSetting(
    'FRANKFURTER_BASE_URL',
    'https://api.frankfurter.dev',
    'from which reference rates of the European Central Bank are fetched',
  ),
  yahooBaseUrl: baseUrlSetting(
    'YAHOO_FINANCE_BASE_URL',
    'https://query1.finance.yahoo.com',
    'from which prices of shares and commodities are fetched',
  ),
} as const

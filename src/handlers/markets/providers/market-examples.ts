import type { Examples } from '#runtime/outbound/description.ts'
import { dayMs, daysAfter, startOf, utcDay } from '../days.ts'

const coinPrices: Readonly<Record<string, readonly [id: string, usd: number, change: number]>> = {
  BTC: ['bitcoin', 91_240.12, -1.2431],
  ETH: ['ethereum', 3012.55, 2.1042],
  UNI: ['uniswap', 7.81, -5.6],
  PAXG: ['pax-gold', 4180.2, 0.41],
  SOL: ['solana', 141.33, 3.2],
  ADA: ['cardano', 0.4521, -0.8],
  DOT: ['polkadot', 2.91, 0.02],
  LINK: ['chainlink', 13.4, 1.1],
  POL: ['polygon-ecosystem-token', 0.1523, -2.3],
  AVAX: ['avalanche-2', 14.98, 0.9],
}

/** Units for one euro. */
const euroRates: Readonly<Record<string, number>> = {
  ...{ USD: 1.1523, JPY: 179.42, GBP: 0.8726, CHF: 0.9312, AUD: 1.7841, CAD: 1.6204, CNY: 8.1932 },
  ...{ INR: 102.18, SEK: 11.02, NOK: 11.71, DKK: 7.4689, PLN: 4.2385, CZK: 24.173, HUF: 382.15, RON: 5.0858 },
  ...{ TRY: 48.72, ISK: 146.6, BRL: 6.1488, MXN: 21.21, KRW: 1693.5, HKD: 8.9712, IDR: 19_244, ILS: 3.7669 },
  ...{ MYR: 4.7763, NZD: 2.0501, PHP: 67.85, SGD: 1.5061, THB: 37.38, ZAR: 19.98 },
}

/** Units for one euro of currencies that no longer exist, and the last day on which they were published. */
const endedRates: Readonly<Record<string, readonly [units: number, last: string]>> = {
  GRD: [340.75, '2000-12-29'],
  SIT: [239.64, '2006-12-29'],
  CYP: [0.58527, '2007-12-31'],
  MTL: [0.4293, '2007-12-31'],
  SKK: [30.126, '2008-12-31'],
  EEK: [15.6466, '2010-12-31'],
  LVL: [0.7028, '2013-12-31'],
  LTL: [3.4528, '2014-12-31'],
  HRK: [7.5345, '2022-12-30'],
  BGN: [1.9558, '2025-12-31'],
  TRL: [1_836_200, '2004-12-31'],
  ROL: [36_030, '2005-06-30'],
  RUB: [117.201, '2022-03-01'],
}

/** What Coinbase would send. */
export const coinbaseExamples: Examples = ({ path }) => {
  if (path !== '/v2/exchange-rates') return undefined
  const { USD: dollars = 1 } = euroRates
  const coins = Object.entries(coinPrices).map(([symbol, [, usd]]) => [symbol, (1 / usd).toFixed(18)])
  const currencies = Object.entries(euroRates).map(([code, units]) => [code, (units / dollars).toFixed(6)])
  const rates = Object.fromEntries([...coins, ...currencies, ['EUR', (1 / dollars).toFixed(6)], ['00', '0']])
  return { json: { data: { currency: 'USD', rates } } }
}

/** What CoinGecko would send. */
export const coingeckoExamples: Examples = ({ path, query }, now) => {
  if (path !== '/api/v3/simple/price') return undefined
  const ids = new Set(query.get('ids')?.split(','))
  const listed = Object.values(coinPrices).filter(([id]) => ids.has(id))
  const lastUpdatedAt = Math.floor(now / 1000) - 45
  const entries = listed.map(([id, usd, change]) => [
    id,
    { usd, usd_24h_change: change, last_updated_at: lastUpdatedAt },
  ])
  return { json: Object.fromEntries(entries) }
}

/** What Frankfurter would send: rates of working days. */
export const frankfurterExamples: Examples = ({ path, query }, now) => {
  const [, start, end] = /^\/v1\/(latest|\d{4}-\d\d-\d\d)(?:\.\.(\d{4}-\d\d-\d\d)?)?$/.exec(path) ?? []
  if (start === undefined) return undefined
  const symbols = query.get('symbols')?.split(',')
  const today = utcDay(now)
  if (!path.includes('..')) {
    const date = workingDay(start === 'latest' ? today : start)
    if (date < '1999-01-04') return { status: 404, json: { message: 'not found' } }
    return { json: { amount: 1, base: 'EUR', date, rates: ratesOn(date, symbols) } }
  }
  const last = end ?? today
  const days = []
  for (let day = start; day <= last && day <= today; day = daysAfter(day, 1))
    if (workingDay(day) === day) days.push(day)
  const rates = Object.fromEntries(days.map((day) => [day, ratesOn(day, symbols)]))
  return { json: { amount: 1, base: 'EUR', start_date: days[0] ?? start, end_date: days.at(-1) ?? last, rates } }
}

function ratesOn(day: string, symbols: readonly string[] | undefined): Record<string, number> {
  const ended = Object.entries(endedRates).filter(([, [, last]]) => day <= last)
  const all = [...Object.entries(euroRates), ...ended.map(([code, [units]]) => [code, units] as const)]
  const requested = all.filter(([code]) => !symbols || symbols.includes(code))
  return Object.fromEntries(requested.map(([code, units]) => [code, Number((units * wave(day)).toPrecision(6))]))
}

/** The day itself, or the Friday before a weekend. */
function workingDay(day: string): string {
  const weekday = new Date(startOf(day)).getUTCDay()
  return daysAfter(day, weekday === 6 ? -1 : weekday === 0 ? -2 : 0)
}

/** A small, repeatable change from day to day. */
function wave(day: string): number {
  return 1 + 0.01 * Math.sin(startOf(day) / dayMs / 5)
}

const yahooPrices: Readonly<Record<string, number>> = {
  ...{ AAPL: 271.49, MSFT: 512.3, NVDA: 188.2, GOOGL: 289.1, AMZN: 233.4, META: 640.8, TSLA: 421.6 },
  ...{ AVGO: 352.9, NFLX: 1133.7, AMD: 236.1, 'CL=F': 58.06, 'GC=F': 4182.3, 'SI=F': 50.91, 'HG=F': 5.0275 },
  ...{ 'KC=F': 412.35, 'KE=F': 527.25, 'ZC=F': 437.5, 'ZS=F': 1125, 'ZO=F': 301.25 },
}
/** Prices of these are in cents. */
const inCents: ReadonlySet<string> = new Set(['KC=F', 'KE=F', 'ZC=F', 'ZS=F', 'ZO=F'])
/** Trading in New York opens at half past nine and closes at four, six and a half hours later. */
const opensAtMs = 14.5 * 3_600_000
const opensForMs = 6.5 * 3_600_000

/** What Yahoo Finance would send: charts of working days, with one day on which nothing was traded. */
export const yahooExamples: Examples = ({ path, query }, now) => {
  const [, encoded = ''] = /^\/v8\/finance\/chart\/([^/]+)$/.exec(path) ?? []
  const symbol = decodeURIComponent(encoded)
  const coin = coinPrices[symbol.replace(/\d*-USD$/, '')]
  const price = yahooPrices[symbol] ?? coin?.[1]
  if (price === undefined) {
    const error = { code: 'Not Found', description: 'No data found, symbol may be delisted' }
    return { status: 404, json: { chart: { result: null, error } } }
  }
  const isCoin = coin !== undefined
  const today = utcDay(now)
  const from = query.has('period1') ? utcDay(Number(query.get('period1')) * 1000) : daysAfter(today, -7)
  const until = query.has('period2') ? utcDay(Number(query.get('period2')) * 1000 - 1) : today
  const opens = (day: string) => startOf(day) + (isCoin ? 0 : opensAtMs)
  const days = []
  for (let day = from; day <= until && opens(day) <= now; day = daysAfter(day, 1)) {
    if (isCoin || workingDay(day) === day) days.push(day)
  }
  const lastDay = lastTraded(now, isCoin)
  const closes = days.map((day) => (day.endsWith('-11-11') ? null : Math.fround(price * (wave(day) / wave(lastDay)))))
  const closesForMs = isCoin ? dayMs : opensForMs
  const session = { start: opens(lastDay) / 1000, end: (opens(lastDay) + closesForMs) / 1000 }
  const meta = {
    currency: inCents.has(symbol) ? 'USX' : 'USD',
    symbol,
    instrumentType: isCoin ? 'CRYPTOCURRENCY' : symbol.endsWith('=F') ? 'FUTURE' : 'EQUITY',
    regularMarketTime: Math.floor(Math.min(now, session.end * 1000) / 1000),
    gmtoffset: isCoin ? 0 : -18_000,
    timezone: isCoin ? 'UTC' : 'EST',
    exchangeTimezoneName: isCoin ? 'UTC' : 'America/New_York',
    regularMarketPrice: price,
    priceHint: 2,
    currentTradingPeriod: { regular: { ...session, timezone: 'EST', gmtoffset: -18_000 } },
    dataGranularity: '1d',
  }
  const result = { meta, timestamp: days.map((day) => opens(day) / 1000), indicators: { quote: [{ close: closes }] } }
  return { json: { chart: { result: [result], error: null } } }
}

/** The last day whose trading has begun. */
function lastTraded(now: number, isCoin: boolean): string {
  const today = utcDay(now)
  if (isCoin) return today
  const day = workingDay(today)
  return day === today && now < startOf(day) + opensAtMs ? workingDay(daysAfter(day, -1)) : day
}

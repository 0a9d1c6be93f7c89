import type { Args, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { nearest } from '#runtime/base/text/nearest.ts'
import { quote } from '#runtime/base/text/quote.ts'

export type Category = NonNullable<Args<'markets.list'>['category']>
type Unit = Result<'markets.quote'>['per']

/** Something that has a price. */
export interface Instrument {
  readonly symbol: string
  readonly name: string
  /** The main one first. */
  readonly categories: readonly [Category, ...Category[]]
  readonly per: Unit
  /** Its id at CoinGecko, for a cryptocurrency. */
  readonly coingecko?: string
  /** Its symbol at Yahoo Finance. */
  readonly yahoo?: string
}

export const categories: readonly Category[] = ['crypto', 'stocks', 'commodities', 'futures', 'currencies']

function coin(symbol: string, name: string, coingecko: string): Instrument {
  return { symbol, name, categories: ['crypto'], per: 'unit', coingecko, yahoo: yahooCoins[symbol] ?? `${symbol}-USD` }
}

/** Where several coins share a symbol, Yahoo adds the coin's number at CoinMarketCap. */
const yahooCoins: Readonly<Record<string, string>> = { UNI: 'UNI7083-USD', POL: 'POL28321-USD' }

function share(symbol: string, name: string): Instrument {
  return { symbol, name, categories: ['stocks'], per: 'share', yahoo: symbol }
}

function future(symbol: string, name: string, yahoo: string, per: Unit): Instrument {
  return { symbol, name, categories: ['commodities', 'futures'], per, yahoo }
}

function commodity(symbol: string, name: string, yahoo: string, per: Unit): Instrument {
  return { symbol, name, categories: ['commodities'], per, yahoo }
}

function currency(symbol: string, name: string): Instrument {
  return { symbol, name, categories: ['currencies'], per: 'unit' }
}

/** All instruments, in the order of lists. */
export const instruments: readonly Instrument[] = [
  coin('BTC', 'Bitcoin', 'bitcoin'),
  coin('ETH', 'Ether', 'ethereum'),
  coin('UNI', 'Uniswap', 'uniswap'),
  coin('PAXG', 'Pax Gold', 'pax-gold'),
  coin('SOL', 'Solana', 'solana'),
  coin('ADA', 'Cardano', 'cardano'),
  coin('DOT', 'Polkadot', 'polkadot'),
  coin('LINK', 'Chainlink', 'chainlink'),
  coin('POL', 'Polygon', 'polygon-ecosystem-token'),
  coin('AVAX', 'Avalanche', 'avalanche-2'),
  share('AAPL', 'Apple'),
  share('MSFT', 'Microsoft'),
  share('NVDA', 'Nvidia'),
  share('GOOGL', 'Alphabet'),
  share('AMZN', 'Amazon'),
  share('META', 'Meta Platforms'),
  share('TSLA', 'Tesla'),
  share('AVGO', 'Broadcom'),
  share('NFLX', 'Netflix'),
  share('AMD', 'AMD'),
  future('OIL', 'Crude oil', 'CL=F', 'barrel'),
  future('GOLD', 'Gold', 'GC=F', 'troy_ounce'),
  future('SILVER', 'Silver', 'SI=F', 'troy_ounce'),
  future('COPPER', 'Copper', 'HG=F', 'pound'),
  commodity('COFFEE', 'Coffee', 'KC=F', 'pound'),
  commodity('WHEAT', 'Wheat', 'KE=F', 'bushel'),
  commodity('CORN', 'Corn', 'ZC=F', 'bushel'),
  commodity('SOYBEANS', 'Soybeans', 'ZS=F', 'bushel'),
  commodity('OATS', 'Oats', 'ZO=F', 'bushel'),
  currency('EUR', 'Euro'),
  currency('GBP', 'Pound sterling'),
  currency('JPY', 'Japanese yen'),
  currency('CAD', 'Canadian dollar'),
  currency('AUD', 'Australian dollar'),
  currency('CHF', 'Swiss franc'),
  currency('CNY', 'Chinese yuan'),
  currency('INR', 'Indian rupee'),
]

const bySymbol: ReadonlyMap<string, Instrument> = new Map(instruments.map((each) => [each.symbol, each]))

/** The instruments of a category, in the order of lists. */
export function listed(category: Category): Instrument[] {
  return instruments.filter((each) => each.categories.includes(category))
}

/** The instrument of a symbol in capital letters; undefined if it is not listed. */
export function instrumentOf(symbol: string): Instrument | undefined {
  return bySymbol.get(symbol)
}

/**
 * The instrument that a caller names, regardless of case.
 *
 * @throws ApiError not_found
 */
export function namedInstrument(symbol: string): Instrument {
  const known = instrumentOf(symbol.toUpperCase())
  if (known) return known
  const meant = meantInstrument(symbol)
  const hint = meant ? ` Did you mean ${meant.symbol} (${meant.name})?` : ''
  throw new ApiError(
    'not_found',
    `No instrument has the symbol ${quote(symbol)}.${hint} Use markets.list to list all instruments.`,
  )
}

/** The instrument whose name or symbol is similar; callers know names such as `bitcoin`. */
function meantInstrument(text: string): Instrument | undefined {
  const namesOf = ({ name, coingecko = name, symbol }: Instrument) => [name, coingecko, symbol]
  const meant = nearest(text, instruments.flatMap(namesOf))
  return instruments.find((each) => meant !== undefined && namesOf(each).includes(meant))
}

import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '../../runtime/base/asker.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { ToldAlike } from '../../runtime/calls/told-alike.ts'
import { pageOf } from '../../runtime/kit/page.ts'
import { type Instrument, listed, namedInstrument } from './instruments.ts'
import type { Markets } from './open.ts'
import { type Basis, type Price, type Priced, pricesOf } from './prices.ts'
import { keptPrices } from './rows.ts'
import { listInWords, quoteInWords } from './sentences.ts'

const minuteMs = 60_000
/** Older than this a price is marked. */
const staleMs = 2 * 3_600_000

type Quote = Result<'markets.list'>['items'][number]

/** What callers were told lately. */
const told = new ToldAlike<Result<'markets.quote'>>()
const toldLists = new ToldAlike<Result<'markets.list'>>()

/** `markets.quote`. */
export async function quote(
  markets: Markets,
  args: CallArgs<'markets.quote'>,
  asker: Asker,
): Promise<Result<'markets.quote'>> {
  const now = markets.clock.now()
  const recalled = told.recall(args, now)
  if (recalled) return recalled
  const instrument = namedInstrument(args.symbol)
  const [priced] = await known(markets, asker, [instrument])
  if (priced?.price) return toldQuote(args, priced, now)
  if (priced?.failure) throw priced.failure
  throw new ApiError('failed_precondition', `There is no price of ${instrument.symbol} yet; try again later.`)
}

function toldQuote(
  args: CallArgs<'markets.quote'>,
  { price, basis }: { readonly price: Price; readonly basis?: Basis },
  now: number,
): Result<'markets.quote'> {
  const known = told.get(args, price, now)
  if (known) return known
  const answer = quoteOf(price, now)
  const quote = { ...answer, text: quoteInWords(price, answer.stale, now) }
  if (!basis) return quote
  const untilMs = Math.min(basis.untilMs, staleFrom(price))
  return told.keep(args, price, quote, { fromMs: now, untilMs, sources: basis.sources })
}

/** `markets.list`. */
export async function list(
  markets: Markets,
  args: CallArgs<'markets.list'>,
  asker: Asker,
): Promise<Result<'markets.list'>> {
  const { category = 'crypto', offset = 0, limit = 20 } = args
  const now = markets.clock.now()
  const recalled = toldLists.recall(args, now)
  if (recalled) return recalled
  const all = await known(markets, asker, listed(category))
  const prices = all.flatMap(({ price }) => price ?? [])
  // Whatever else there is to say of them: without a single price, the provider has failed.
  const failed = all.find((each) => !each.price && each.failure !== undefined)
  if (prices.length === 0 && failed && !failed.price) throw failed.failure
  const unpriced = all.flatMap(({ instrument, price }) => (price ? [] : instrument.symbol))
  const shown = prices.slice(offset, offset + limit).map((price) => quoteOf(price, now))
  const result = {
    ...pageOf(shown, prices.length, offset),
    category,
    unpriced,
    text: listInWords(category, prices, { unpriced, now }),
  }
  return toldLists.keep(args, all, result, { fromMs: now, ...validityOf(all, now) })
}

/** How long a list is right. One with an instrument whose price is missing may be another with every call. */
function validityOf(all: readonly Priced[], now: number): { sources: Basis['sources']; untilMs: number } {
  const known = all.flatMap(({ price, basis }) => (price && basis ? [{ price, basis }] : []))
  if (known.length < all.length) return { sources: [], untilMs: now }
  const sources = new Set(known.flatMap(({ basis }) => basis.sources))
  const newestMs = Math.max(...known.map(({ price }) => price.asOfMs))
  // The text says how many minutes ago that was.
  const nextMinuteMs = newestMs + (Math.floor((now - newestMs) / minuteMs) + 1) * minuteMs
  const marked = known.map(({ price }) => staleFrom(price)).filter((ms) => ms > now)
  return {
    sources: [...sources],
    untilMs: Math.min(nextMinuteMs, ...marked, ...known.map(({ basis }) => basis.untilMs)),
  }
}

/** From when on a price is marked. */
function staleFrom({ asOfMs }: Price): number {
  return asOfMs + staleMs + 1
}

/** Prices as providers give them, or where one cannot, the last ones that this server knows. */
async function known(
  { providers, clock, store }: Markets,
  asker: Asker,
  instruments: readonly Instrument[],
): Promise<Priced[]> {
  const all = await pricesOf(providers, asker, instruments, clock.now())
  if (all.every(({ price }) => price) || asker.signal.aborted) return all
  const kept = await keptPrices(store)
  return all.map((each) => {
    const price = each.price ?? kept.get(each.instrument.symbol)?.price
    return price ? { instrument: each.instrument, price } : each
  })
}

function quoteOf({ instrument, usd, change, asOfMs, isOpen, source, attribution }: Price, now: number): Quote {
  return {
    symbol: instrument.symbol,
    name: instrument.name,
    categories: [...instrument.categories],
    price_usd: usd.toNumber(),
    per: instrument.per,
    ...(change ? { change_pct: change.pct, change_since: iso(change.sinceMs) } : {}),
    as_of: iso(asOfMs),
    stale: now - asOfMs > staleMs,
    ...(isOpen === undefined ? {} : { market_open: isOpen }),
    source,
    ...(attribution === undefined ? {} : { attribution }),
  }
}

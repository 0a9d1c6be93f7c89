import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { type Instrument, listed, namedInstrument } from '../instruments.ts'
import type { Markets } from '../open.ts'
import { type Price, type Priced, pricesOf } from '../prices.ts'
import { keptPrices } from '../rows.ts'
import { listInWords, quoteInWords } from '../sentences.ts'

/** Older than this a price is marked. */
const staleMs = 2 * 3_600_000

type Quote = Result<'markets.list'>['items'][number]

/** `markets.quote`. */
export async function quote(
  markets: Markets,
  args: CallArgs<'markets.quote'>,
  asker: Asker,
): Promise<Result<'markets.quote'>> {
  const now = markets.clock.now()
  const instrument = namedInstrument(args.symbol)
  const [priced] = await known(markets, asker, [instrument])
  if (priced?.price) {
    const answer = quoteOf(priced.price, now)
    return { ...answer, text: quoteInWords(priced.price, answer.stale, now) }
  }
  if (priced?.failure) throw priced.failure
  throw new ApiError('failed_precondition', `There is no price of ${instrument.symbol} yet; try again later.`)
}

/** `markets.list`. */
export async function list(
  markets: Markets,
  args: CallArgs<'markets.list'>,
  asker: Asker,
): Promise<Result<'markets.list'>> {
  const { category = 'crypto', offset = 0, limit = 20 } = args
  const now = markets.clock.now()
  const all = await known(markets, asker, listed(category))
  const prices = all.flatMap(({ price }) => price ?? [])
  // Whatever else there is to say of them: without a single price, the provider has failed.
  const failed = all.find((each) => !each.price && each.failure !== undefined)
  if (prices.length === 0 && failed && !failed.price) throw failed.failure
  const unpriced = all.flatMap(({ instrument, price }) => (price ? [] : instrument.symbol))
  const shown = prices.slice(offset, offset + limit).map((price) => quoteOf(price, now))
  return {
    ...pageOf(shown, prices.length, offset),
    category,
    unpriced,
    text: listInWords(category, prices, { unpriced, now }),
  }
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

import type { Handler } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { momentText } from '../days.ts'
import { changeText } from '../decimals.ts'
import type { MarketsDeps } from '../index.ts'
import { namedInstrument } from '../instruments.ts'
import { fetchOrStoredPrices, type Price } from '../providers/prices.ts'
import { ageText, isStale, priceInWords, quoteOf } from '../results.ts'

export default (deps: MarketsDeps): Handler<'markets.quote'> =>
  async ({ symbol }, ctx) => {
    const now = deps.clock.now()
    const instrument = namedInstrument(symbol)
    const [priced] = await fetchOrStoredPrices(deps, ctx, [instrument])
    if (priced?.price) return { ...quoteOf(priced.price, now), text: quoteInWords(priced.price, now) }
    if (priced?.failure) throw priced.failure
    throw new ApiError('failed_precondition', `No price is available for ${instrument.symbol} yet. Try again later.`)
  }

function quoteInWords(price: Price, now: number): string {
  const { instrument, usd, change, asOfMs } = price
  const moved = change ? `, ${changeText(change.pct)}` : ''
  const what = `${instrument.name} is at ${priceInWords(usd, instrument)}${moved}, as of ${momentText(asOfMs)}.`
  return isStale(price, now) ? `${what} The price is ${ageText(now - asOfMs)} old.` : what
}

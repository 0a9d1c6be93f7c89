import type { Handler } from '#generated/server/handlers.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { changeText } from '../decimals.ts'
import type { MarketsDeps } from '../index.ts'
import { type Category, listed } from '../instruments.ts'
import { fetchOrStoredPrices, type Price } from '../providers/prices.ts'
import { ageText, quoteOf } from '../results.ts'

/** Changes that the text names. */
const maxChanges = 5

const names: Readonly<Record<Category, string>> = {
  crypto: 'Crypto prices',
  stocks: 'Share prices',
  commodities: 'Commodity prices',
  futures: 'Futures prices',
  currencies: 'Currency prices',
}

export default (deps: MarketsDeps): Handler<'markets.list'> =>
  async ({ category = 'crypto', offset = 0, limit = 20 }, ctx) => {
    const now = deps.clock.now()
    const all = await fetchOrStoredPrices(deps, ctx, listed(category))
    const prices = all.flatMap(({ price }) => price ?? [])
    // If not a single price is known, the call fails like the provider.
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

function listInWords(
  category: Category,
  prices: readonly Price[],
  { unpriced, now }: { unpriced: readonly string[]; now: number },
): string {
  const newest = Math.max(...prices.map(({ asOfMs }) => asOfMs))
  if (prices.length === 0) return `${names[category]}: none available now.`
  const moves = prices
    .flatMap(({ instrument, change }) => (change ? [{ name: instrument.name, pct: change.pct }] : []))
    .toSorted((a, b) => Math.abs(b.pct) - Math.abs(a.pct))
    .slice(0, maxChanges)
    .map(({ name, pct }) => `${name} ${changeText(pct)}`)
  return [
    `${names[category]} in US dollars, updated ${ageText(now - newest)} ago.`,
    ...(moves.length > 0 ? [`Largest changes: ${moves.join(', ')}.`] : []),
    ...(unpriced.length > 0 ? [`Without a current price: ${unpriced.join(', ')}.`] : []),
  ].join(' ')
}

import { ApiError } from '#runtime/base/errors.ts'
import { hourly, type Schedule } from '#runtime/jobs/schedule.ts'
import { instrumentMoved, instrumentPriced, type PublishedPrice } from '../contracts.ts'
import { utcDay } from '../days.ts'
import type { MarketsDeps } from '../index.ts'
import { type Category, listed } from '../instruments.ts'
import { fetchPrices, type Price } from '../providers/prices.ts'
import { priceInWords } from '../results.ts'
import { storedPrices, storePrice } from '../rows.ts'

/** Changes from this many percent are published. */
const largeChangePct = 5
/** Without futures, which are also commodities. */
const categories: readonly Category[] = ['crypto', 'stocks', 'commodities', 'currencies']
const name = 'markets.refresh'

/** Fetches all prices every hour, stores them, and publishes new ones. */
export function refreshSchedule(deps: MarketsDeps): Schedule {
  return hourly(name, async (signal) => {
    for (const category of categories) await refresh(deps, category, signal)
  })
}

async function refresh(deps: MarketsDeps, category: Category, signal: AbortSignal): Promise<void> {
  const { log } = deps
  try {
    const all = await fetchPrices(deps, { signal, subject: name }, listed(category))
    const prices = all.flatMap(({ price }) => price ?? [])
    // Example prices are only for callers.
    await store(
      deps,
      prices.filter(({ source }) => source !== 'example'),
    )
    if (prices.length < all.length) log.warn({ category, unpriced: all.length - prices.length }, 'prices are missing')
  } catch (failure) {
    if (signal.aborted) throw failure
    // A provider that is turned off is not a failure.
    if (failure instanceof ApiError && failure.code === 'not_configured') return
    log.warn({ category, err: failure }, 'prices could not be refreshed')
  }
}

/** Stores prices that are newer than the stored ones, and publishes them in the same transaction. */
async function store({ store, bus, clock, baseUrl }: MarketsDeps, prices: readonly Price[]): Promise<void> {
  const today = utcDay(clock.now())
  await store.write(async (tx) => {
    const stored = await storedPrices(tx)
    for (const price of prices) {
      const { instrument, change } = price
      const before = stored.get(instrument.symbol)
      if (before && before.price.asOfMs >= price.asOfMs) continue
      const isLarge = change !== undefined && Math.abs(change.pct) >= largeChangePct
      const isMove = isLarge && before?.movedOn !== today
      await storePrice(tx, price, isMove ? today : before?.movedOn)
      const published = payloadOf(price, baseUrl)
      const { id, url } = published
      await bus.publish(tx, instrumentPriced, published, { key: id })
      if (!isMove) continue
      await bus.publish(tx, instrumentMoved, { id, name: instrument.name, change_pct: change.pct, url }, { key: id })
    }
  })
}

function payloadOf({ instrument, usd, source, attribution, asOfMs }: Price, baseUrl: string): PublishedPrice {
  return {
    id: `market_${instrument.symbol}`,
    title: instrument.name,
    text: priceInWords(usd, instrument),
    url: `${baseUrl}/markets/${instrument.symbol}`,
    source,
    ...(attribution === undefined ? {} : { attribution }),
    published: asOfMs,
  }
}

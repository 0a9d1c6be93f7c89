import { ApiError } from '#runtime/base/errors.ts'
import { hourly, type Schedule } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { instrumentMoved, instrumentPriced } from '../contracts.ts'
import { utcDay } from '../days.ts'
import { type Category, listed } from '../instruments.ts'
import { type MarketProviders, type Price, pricesOf } from '../prices.ts'
import { idOf, payloadOf } from '../publish-price.ts'
import { keepPrice, keptPrices } from '../rows.ts'

/** From how many percent on a change is told. */
const largeChangePct = 5
/** Metals and oil are commodities, too. */
const refreshed: readonly Category[] = ['crypto', 'stocks', 'commodities', 'currencies']
const name = 'markets.refresh'

export interface RefreshOptions extends Pick<FamilyWorld, 'store' | 'bus' | 'clock' | 'log' | 'baseUrl'> {
  readonly providers: MarketProviders
}

/** Reads all prices every hour, keeps them, and publishes those that are new. */
export function refreshSchedule(options: RefreshOptions): Schedule {
  return hourly(name, async (signal) => {
    for (const category of refreshed) await refresh(options, category, signal)
  })
}

async function refresh(options: RefreshOptions, category: Category, signal: AbortSignal): Promise<void> {
  const { providers, clock, log } = options
  try {
    const all = await pricesOf(providers, { signal, subject: name }, listed(category), clock.now())
    const prices = all.flatMap(({ price }) => price ?? [])
    // Examples are for those who ask: nobody is told of them.
    await keep(
      options,
      prices.filter(({ source }) => source !== 'example'),
    )
    if (prices.length < all.length) log.warn({ category, unpriced: all.length - prices.length }, 'prices are missing')
  } catch (failure) {
    if (signal.aborted) throw failure
    // What is turned off is no trouble.
    if (failure instanceof ApiError && failure.code === 'not_configured') return
    log.warn({ category, err: failure }, 'prices could not be refreshed')
  }
}

/** Keeps prices that are newer than those that were kept, and publishes them in the same transaction. */
async function keep({ store, bus, clock, baseUrl }: RefreshOptions, prices: readonly Price[]): Promise<void> {
  const today = utcDay(clock.now())
  await store.write(async (tx) => {
    const kept = await keptPrices(tx)
    for (const price of prices) {
      const before = kept.get(price.instrument.symbol)
      if (before && before.price.asOfMs >= price.asOfMs) continue
      const isLarge = Math.abs(price.change?.pct ?? 0) >= largeChangePct
      const isTold = isLarge && before?.movedOn !== today
      await keepPrice(tx, price, isTold ? today : before?.movedOn)
      await bus.publish(tx, instrumentPriced, payloadOf(price, baseUrl), { key: idOf(price) })
      if (!isTold || !price.change) continue
      const { name, symbol } = price.instrument
      const telling = { id: idOf(price), name, change_pct: price.change.pct, url: `${baseUrl}/markets/${symbol}` }
      await bus.publish(tx, instrumentMoved, telling, { key: idOf(price) })
    }
  })
}

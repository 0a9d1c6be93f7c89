import type { MarketsHandlers } from '#generated/server/handlers.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import type { Store } from '#runtime/store/types.ts'
import { refreshSchedule } from './jobs/refresh.ts'
import { convert } from './methods/convert.ts'
import { history } from './methods/history.ts'
import { list, quote } from './methods/quote.ts'
import type { MarketProviders } from './prices.ts'
import { coinbase, coingecko, frankfurter, yahoo } from './providers/providers.ts'
import type { marketSettings } from './settings.ts'

/** What the methods and pages of the family work with. */
export interface Markets {
  readonly providers: MarketProviders
  readonly clock: Clock
  readonly store: Pick<Store, 'all' | 'get' | 'sql' | 'dialect'>
}

/** Prices and exchange rates, from four providers. */
export function openMarkets(world: FamilyWorld<typeof marketSettings>): OpenFamily<'markets'> {
  const { outbound, clock, store, settings } = world
  const providers = {
    coinbase: outbound.provider(coinbase),
    coingecko: outbound.provider(coingecko),
    frankfurter: outbound.provider(frankfurter),
    yahoo: outbound.provider(yahoo),
  }
  const markets: Markets = { providers, clock, store }
  const handlers: MarketsHandlers<Context> = {
    list: (args, ctx) => list(markets, args, ctx),
    quote: (args, ctx) => quote(markets, args, ctx),
    history: (args, ctx) => history(markets, args, ctx),
    convert: (args, ctx) => convert(markets, args, ctx),
  }
  return {
    handlers,
    publicPages: async (site) => (await import('./pages/routes.ts')).marketPages(site, clock),
    schedules: settings.marketsRefresh ? [refreshSchedule({ ...world, providers })] : [],
  }
}

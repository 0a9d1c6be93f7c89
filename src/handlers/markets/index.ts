import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { instrumentMoved, instrumentPriced } from './contracts.ts'
import { refreshSchedule } from './jobs/refresh.ts'
import { migrations } from './migrations/index.ts'
import { coinbase } from './providers/coinbase.ts'
import { coingecko } from './providers/coingecko.ts'
import { frankfurter } from './providers/frankfurter.ts'
import { yahoo } from './providers/yahoo.ts'
import { marketSettings } from './settings.ts'

export interface MarketsDeps extends Pick<FamilyWorld, 'store' | 'bus' | 'clock' | 'log' | 'baseUrl'> {
  readonly coinbase: Provider
  readonly coingecko: Provider
  readonly frankfurter: Provider
  readonly yahoo: Provider
  /** Whether prices are refreshed every hour. */
  readonly isRefreshed: boolean
}

export const markets = family('markets', {
  settings: marketSettings,
  migrations,
  publishes: [instrumentPriced, instrumentMoved],
  providers: [coinbase, coingecko, frankfurter, yahoo],
  open: ({ outbound, settings, ...world }: FamilyWorld<typeof marketSettings>): MarketsDeps => ({
    ...world,
    coinbase: outbound.provider(coinbase),
    coingecko: outbound.provider(coingecko),
    frankfurter: outbound.provider(frankfurter),
    yahoo: outbound.provider(yahoo),
    isRefreshed: settings.marketsRefresh,
  }),
  schedules: (deps) => (deps.isRefreshed ? [refreshSchedule(deps)] : []),
  pages: [
    {
      at: '/markets',
      for: 'everyone',
      load: async (site, { clock }) => (await import('./pages/routes.ts')).marketPages(site, clock),
    },
  ],
})

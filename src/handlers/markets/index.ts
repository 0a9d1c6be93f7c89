import { oldFamily as family } from '#runtime/kit/family.ts'
import { instrumentMoved, instrumentPriced } from './contracts.ts'
import { migrations } from './migrations/index.ts'
import { coinbase, coingecko, frankfurter, yahoo } from './providers/providers.ts'
import { marketSettings } from './settings.ts'

export const markets = family('markets', {
  settings: marketSettings,
  migrations,
  publishes: [instrumentPriced, instrumentMoved],
  providers: [coinbase, coingecko, frankfurter, yahoo],
  open: async (world) => (await import('./open.ts')).openMarkets(world),
})

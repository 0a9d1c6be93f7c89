import { expect, test, vi } from 'vitest'
import type { Provider } from '#runtime/outbound/provider.ts'
import type { FoodDeps } from '../index.ts'
import product from './product.ts'

test.each([
  [true, true, [[0]]],
  [true, false, []],
  [false, true, []],
  [false, false, []],
])(
  'costs nothing only if no reading was requested: the first cached %s, the second %s',
  async (first, second, charges) => {
    const read = async (_asker: unknown, { path }: { path: string }) => {
      const isFirst = path.includes('/04904403.')
      const data = isFirst ? undefined : { brands: [], nutrition_per_100: { basis: 'g' } }
      return { data, asOfMs: 0, isFree: isFirst ? first : second, isStale: false, provenance: { stale: false } }
    }
    const charge = vi.fn()
    const handler = product({ products: { read } as unknown as Provider } as FoodDeps)
    const ctx = { clock: { now: () => 0 }, charge } as unknown as Parameters<typeof handler>[1]
    await handler({ barcode: '04904403' }, ctx)
    expect(charge.mock.calls).toEqual(charges)
  },
)

import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { statement } from '#runtime/store/statement.ts'
import * as rows from '../rows/apps.ts'

/** How long an opening lasts. */
const useMs = 3_600_000
const keptMs = 24 * useMs
/** Rows that one statement deletes. */
const batch = 200

const useOf = statement<{ id: string; owner: string; app: string; since: number }>((sql, param) =>
  sql('app_uses')
    .select('id')
    .where({ id: param('id'), owner: param('owner'), app: param('app') })
    .where('created_at', '>', param('since')),
)

/** Openings of apps that have a price. */
export interface Uses {
  /** Whether somebody else than the owner pays for an opening. */
  costs(app: Pick<rows.AppRow, 'price'>): boolean
  /** Whether the viewer has paid for this opening, and it is not over. */
  isPaid(app: string, viewer: string, use: string): Promise<boolean>
  /**
   * Pays the owner for an opening by the viewer, and returns its id.
   *
   * @param agreed what the viewer has agreed to pay, in micro-credits
   * @throws ApiError failed_precondition for another price, payment_required
   */
  pay(app: rows.AppRow, viewer: string, agreed: number): Promise<string>
  /** Forgets openings that are long over. */
  purge(signal: AbortSignal): Promise<void>
}

export function createUses({ store, clock, transfers }: Pick<FamilyWorld, 'store' | 'clock' | 'transfers'>): Uses {
  return {
    costs: (app) => transfers.isOn && rows.priceOf(app) > 0,
    async isPaid(app, viewer, use) {
      const since = clock.now() - useMs
      return (await store.get(useOf({ id: use, owner: viewer, app, since }))) !== undefined
    },
    pay: ({ id: app }, viewer, agreed) =>
      store.write(async (tx) => {
        const now = clock.now()
        const row = await tx.get<rows.WholeAppRow>(rows.visibleById({ id: app, reader: viewer }))
        if (!row) throw new ApiError('not_found', 'There is no such app any more.')
        const price = rows.priceOf(row)
        if (price !== agreed) throw new ApiError('failed_precondition', 'The price has changed: look at it again.')
        const use = { id: newId('use'), owner: viewer, app, price, created_at: now, updated_at: now }
        await tx.run(tx.sql('app_uses').insert(use))
        const note = `Opening of "${row.name}"`
        const payment = {
          from: viewer,
          to: row.owner,
          microCredits: price,
          operationId: 'doors.app',
          reference: use.id,
          note,
        }
        await transfers.pay(tx, payment)
        return use.id
      }),
    async purge(signal) {
      const before = clock.now() - keptMs
      const { sql } = store
      for (let deleted = batch; deleted === batch && !signal.aborted; ) {
        const some = sql('app_uses').select('id').where('created_at', '<', before).limit(batch)
        deleted = (await store.run(sql('app_uses').whereIn('id', some).delete())).changes
      }
    },
  }
}

import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Reader } from '#runtime/store/types.ts'
import type { AppsDeps } from '../index.ts'
import { type AppRow, priceOf, visibleById, type WholeAppRow } from '../rows/apps.ts'
import { deleteUsesBefore, insertUse, latestUse, useSince } from '../rows/uses.ts'

/** How long a paid opening lasts. */
const openingMs = 3_600_000
const storedMs = 24 * openingMs

type Deps = Pick<AppsDeps, 'store' | 'clock' | 'transfers'>

/** Whether anyone but the owner pays for an opening. */
export function costsCredits({ transfers }: Deps, app: Pick<AppRow, 'price'>): boolean {
  return transfers.isOn && priceOf(app) > 0
}

/** Whether the viewer has paid for this opening, and it is not over. @param use id of the opening */
export async function isPaid(
  { store, clock }: Deps,
  { app, viewer, use }: { app: string; viewer: string; use: string },
): Promise<boolean> {
  const since = clock.now() - openingMs
  return (await store.get(useSince({ id: use, owner: viewer, app, since }))) !== undefined
}

/** The id of the opening that the viewer has paid for, if it is not over. */
export async function liveOpening(
  { clock }: Pick<Deps, 'clock'>,
  reader: Reader,
  { app, viewer }: { app: string; viewer: string },
): Promise<string | undefined> {
  const use = latestUse({ owner: viewer, app, since: clock.now() - openingMs })
  return (await reader.get<{ id: string }>(use))?.id
}

/**
 * Pays the owner for an opening by the viewer, and returns its id. An opening that is not over is returned again and not paid
 * for twice.
 *
 * @param agreed the price that the viewer has accepted, in micro-credits
 * @throws ApiError failed_precondition if the price differs, payment_required
 */
export function payForOpening(
  { store, clock, transfers }: Deps,
  { app, viewer, agreed }: { app: string; viewer: string; agreed: number },
): Promise<string> {
  return store.write(async (tx) => {
    const paid = await liveOpening({ clock }, tx, { app, viewer })
    if (paid !== undefined) return paid
    const row = await tx.get<WholeAppRow>(visibleById({ id: app, reader: viewer }))
    if (!row) throw new ApiError('not_found', 'This app no longer exists.')
    const price = priceOf(row)
    if (price !== agreed) throw new ApiError('failed_precondition', 'The price has changed. Check it again.')
    const id = newId('use')
    await insertUse(tx, { id, owner: viewer, app, price, now: clock.now() })
    await transfers.pay(tx, {
      from: viewer,
      to: row.owner,
      microCredits: price,
      operationId: 'doors.app',
      reference: id,
      note: `Opening of "${row.name}"`,
    })
    return id
  })
}

export async function purgeOpenings({ store, clock }: Deps, signal: AbortSignal): Promise<void> {
  await deleteUsesBefore(store, clock.now() - storedMs, signal)
}

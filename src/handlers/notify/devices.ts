import { sha256 } from '#runtime/accounts/secrets.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { PushSubscription } from './push-subscription.ts'
import * as rows from './rows.ts'

/** Devices of one account. */
export const maxDevices = 20
export const maxLabelLength = 60

type Deps = Pick<FamilyWorld, 'store' | 'clock'>

/**
 * Adds a browser to the devices of an account, or renews the one with the same endpoint. A browser that another account has used
 * moves to the account that uses it now.
 *
 * @param label shortened if it is too long
 * @throws ApiError failed_precondition if the account has too many
 */
export async function addDevice(
  { store, clock }: Deps,
  owner: string,
  { endpoint, p256dh, auth }: PushSubscription,
  label: string,
): Promise<void> {
  const endpoint_sha256 = sha256(endpoint.href)
  const subscription = { owner, endpoint: endpoint.href, endpoint_sha256, p256dh, auth, now: clock.now() }
  await store.write(async (tx) => {
    if ((await tx.run(rows.renew(subscription))).changes > 0) return
    await tx.run(rows.removeByEndpoint({ endpoint_sha256 }))
    if ((await totalOf(tx, rows.countOf({ owner }))) >= maxDevices)
      throw new ApiError(
        'failed_precondition',
        `You already have ${maxDevices} devices, which is the maximum. Remove one first.`,
      )
    await rows.insert(tx, { ...subscription, id: newId('device'), label: labelOf(label) })
  })
}

function labelOf(text: string): string {
  const line = text.replace(/\p{Cc}/gu, ' ').trim()
  return truncate(line, maxLabelLength - 1) || 'Browser'
}

/** @throws ApiError not_found; invalid_argument for a label that is blank or too long */
export async function renameDevice(
  { store, clock }: Deps,
  key: { owner: string; id: string },
  label: string,
): Promise<void> {
  const trimmed = label.trim()
  if (trimmed === '' || [...trimmed].length > maxLabelLength || /\p{Cc}/u.test(trimmed)) {
    const message = `must be 1 to ${maxLabelLength} characters on one line`
    throw new ApiError('invalid_argument', `The name ${message}.`, { details: [{ path: 'label', message }] })
  }
  const renamed = await store.write((tx) => rows.rename(tx, { ...key, label: trimmed, now: clock.now() }))
  if (!renamed) throw noSuchDevice()
}

export function noSuchDevice(): ApiError {
  return new ApiError('not_found', 'You have no such device.')
}

import type { Handler, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { takeOne } from '#runtime/kit/take-one.ts'
import type { NotifyDeps } from '../index.ts'
import { showInTabs } from '../live-tabs.ts'
import { checkAddress, messageOf, type Notification, topicOf } from '../notification.ts'
import { enqueuePush, ttlMs } from '../push-queue.ts'
import { type ReachableDevice, reachableOf, recordOutcomes } from '../rows.ts'

/** Delay before the next attempt, if a push service does not name one. */
const retryMs = 30_000

export default (deps: NotifyDeps): Handler<'notify.send'> =>
  async ({ title, text: body, url }, ctx) => {
    if (!deps.settings.push)
      throw new ApiError(
        'not_configured',
        'This instance does not send notifications, because its operator has set PUSH=off.',
      )
    if (url !== undefined) checkAddress(url)
    const notification = { title, ...(body === undefined ? {} : { body }), ...(url === undefined ? {} : { url }) }
    const message = messageOf(notification)
    const devices = await deps.store.all<ReachableDevice>(reachableOf({ owner: ctx.account.id }))
    if (devices.length === 0)
      throw new ApiError(
        'failed_precondition',
        'You have no device that can be notified. Open /settings/notifications in a browser on the device and allow notifications.',
      )
    await takeOne(deps.perHour, ctx)
    return send(deps, ctx, devices, { notification, message })
  }

/** @throws ApiError upstream_failed if no device can be reached */
async function send(
  deps: NotifyDeps,
  ctx: Context,
  devices: readonly ReachableDevice[],
  { notification, message }: { notification: Notification; message: Buffer },
): Promise<Result<'notify.send'>> {
  const { store, clock, pushServices } = deps
  const owner = ctx.account.id
  const delivery = { message, topic: topicOf(notification), ttlS: ttlMs / 1000 }
  const asker = { signal: ctx.signal, subject: owner }
  const outcomes = await Promise.all(
    devices.map(async (device) => ({ device, outcome: await pushServices.send(asker, device, delivery) })),
  )
  const idsOf = (kind: string) => outcomes.flatMap(({ device, outcome }) => (outcome.kind === kind ? [device.id] : []))
  const [accepted, gone, busy] = [idsOf('accepted'), idsOf('gone'), idsOf('busy')]
  const failed = devices.length - accepted.length - busy.length
  await store.write(async (tx) => {
    const now = clock.now()
    await recordOutcomes(tx, { accepted, gone, now })
    for (const { device, outcome } of outcomes) {
      if (outcome.kind !== 'busy') continue
      await enqueuePush(deps, tx, { device, notification, runAt: now + (outcome.retryAfterMs ?? retryMs) })
    }
    if (failed < devices.length) await showInTabs(deps.live, tx, owner, notification)
  })
  if (failed === devices.length) throw unreachable(gone.length === devices.length)
  return { accepted: accepted.length, retrying: busy.length, failed }
}

function unreachable(areAllGone: boolean): ApiError {
  const message = areAllGone
    ? 'Your devices can no longer be notified and were removed. Allow notifications on /settings/notifications again.'
    : 'The push services of your devices refused the notification. Nothing was sent.'
  return new ApiError('upstream_failed', message)
}

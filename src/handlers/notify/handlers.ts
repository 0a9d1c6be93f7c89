import type { NotifyHandlers } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import type { Devices } from './devices.ts'
import { checkAddress, messageOf } from './notification.ts'
import type { Notifier } from './push-queue.ts'

export interface NotifyServices {
  readonly devices: Devices
  readonly notifier: Notifier
  /** PUSH */
  readonly isOn: boolean
  readonly perHour: Pick<Limiter, 'take'>
}

export function createNotifyHandlers({ devices, notifier, isOn, perHour }: NotifyServices): NotifyHandlers<Context> {
  return {
    async devices(_args, ctx) {
      const items = (await devices.list(ctx.account.id)).map(({ id, label, createdAtMs, lastNotifiedAtMs }) => ({
        id,
        label,
        created: iso(createdAtMs),
        ...(lastNotifiedAtMs === undefined ? {} : { last_notified: iso(lastNotifiedAtMs) }),
      }))
      return { items, reachable: isOn && items.length > 0 }
    },

    async send({ title, body, url }, ctx) {
      if (!isOn) {
        throw new ApiError('not_configured', 'This instance sends no notifications: its operator has set PUSH=off.')
      }
      const { id: owner } = ctx.account
      if (url !== undefined) checkAddress(url)
      const notification = { title, ...(body === undefined ? {} : { body }), ...(url === undefined ? {} : { url }) }
      messageOf(notification)
      const to = await devices.reachableOf(owner)
      if (to.length === 0) {
        throw new ApiError(
          'failed_precondition',
          'You have no device that can be notified: allow notifications on /settings/notifications in its browser.',
        )
      }
      const verdict = await perHour.take(owner)
      if (verdict) ctx.verdicts.push(verdict)
      if (verdict && !verdict.isAllowed) throw rateLimited(verdict)
      return notifier.send({ signal: ctx.signal, subject: owner }, owner, to, notification)
    },
  }
}

import type { Handler } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { NotifyDeps } from '../index.ts'
import { type DeviceRow, devicesOf } from '../rows.ts'

export default ({ settings }: NotifyDeps): Handler<'notify.devices'> =>
  async (_args, ctx) => {
    const found = await ctx.store.all<DeviceRow>(devicesOf({ owner: ctx.account.id }))
    const items = found.map(({ id, label, created_at, last_notified_at }) => ({
      id,
      label,
      created: iso(created_at),
      ...(last_notified_at === null ? {} : { last_notified: iso(last_notified_at) }),
    }))
    return { items, reachable: settings.push && items.length > 0 }
  }

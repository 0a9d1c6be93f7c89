import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { ApiError } from '#runtime/base/errors.ts'
import { assetRoute } from '#runtime/kit/asset-route.ts'
import type { FamilyRoute } from '#runtime/kit/family.ts'
import { type RouteVisit, streamHolder } from '#runtime/kit/route-visit.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { Notification } from './notification.ts'

const prefix = '/notify/'

function channelOf(accountId: string): string {
  return `notify:${accountId}`
}

/** Shows a notification in the open tabs of an account, once the transaction is committed. */
export function showInTabs(live: Pick<Live, 'publish'>, tx: Writer, owner: string, data: Notification): Promise<void> {
  return live.publish(tx, { channel: channelOf(owner), event: 'notification', data, owner })
}

/**
 * `/notify/stream`, the notifications of an account as they are sent; and the scripts that show them in browsers:
 * `/notify/page.js` in open tabs, `/notify/worker.js` while no tab is open.
 */
export function liveTabs({ live }: { live: Pick<Live, 'open'> }): FamilyRoute {
  const scripts = join(import.meta.dirname, 'browser')
  return assetRoute({
    prefix,
    assets: {
      [`${prefix}worker.js`]: join(scripts, 'worker.js'),
      [`${prefix}page.js`]: join(scripts, 'notifications.js'),
    },
    hasMore: (path) => path === `${prefix}stream`,
    isStream: true,
    respond: (req, _res, _target, visit) => follow(live, req, visit),
  })
}

async function follow(live: Pick<Live, 'open'>, req: IncomingMessage, visit: RouteVisit): Promise<void> {
  const holder = streamHolder(await visit.caller(), visit.clientAddress)
  if (!holder) {
    throw new ApiError(
      'unauthenticated',
      'Streaming notifications requires an account. Sign in, or send a token for the notify service as "Authorization: Bearer od_…".',
    )
  }
  const after = req.headers['last-event-id']
  const stream = await live.open({
    channel: channelOf(holder.accountId),
    holder,
    after: typeof after === 'string' ? after : undefined,
  })
  if (req.method === 'HEAD') stream.close()
  await visit.sendEvents(stream)
}

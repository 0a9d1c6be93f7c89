import { accountNotice } from '#runtime/accounts/account-notice.ts'
import { approvalRequested } from '#runtime/approvals/topics.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import { on, type Subscriber, subscriber } from '#runtime/bus/subscriber.ts'
import type { Writer } from '#runtime/store/types.ts'
import { eventFired } from '../events/contracts.ts'
import type { NotifyDeps } from './index.ts'
import { showInTabs } from './live-tabs.ts'
import type { Notification } from './notification.ts'
import { enqueuePush } from './push-queue.ts'
import { type ReachableDevice, reachableOf } from './rows.ts'

const maxTitleLength = 100
const maxBodyLength = 300

/** Shows reminders of events, calls that need approval, and notices about the account on the devices of people and in open tabs. */
export const notifySubscriber = (deps: NotifyDeps): Subscriber =>
  subscriber(
    'notify',
    on(eventFired, async ({ account: owner, payload, id }, tx) => {
      if (owner === undefined) return
      const { title, note = '' } = payload
      await notifyOwner(deps, tx, owner, {
        title: truncate(title, maxTitleLength),
        ...(note.trim() === '' ? {} : { body: truncate(note, maxBodyLength) }),
        // A reminder that is delivered twice is shown once. Each time of an event is another reminder.
        tag: `${payload.id} ${id}`,
      })
    }),
    on(approvalRequested, async ({ account: owner, payload }, tx) => {
      if (owner === undefined) return
      const { id, title, text } = payload
      await notifyOwner(deps, tx, owner, {
        title: truncate(title, maxTitleLength),
        body: truncate(text, maxBodyLength),
        ...{ url: '/approvals', tag: id },
      })
    }),
    on(accountNotice, async ({ account: owner, payload: { id, title, text, link } }, tx) => {
      if (owner === undefined) return
      const body = truncate(text, maxBodyLength)
      await notifyOwner(deps, tx, owner, { title: truncate(title, maxTitleLength), body, url: link, tag: id })
    }),
  )

async function notifyOwner(deps: NotifyDeps, tx: Writer, owner: string, notification: Notification): Promise<void> {
  const devices = deps.settings.push ? await tx.all<ReachableDevice>(reachableOf({ owner })) : []
  for (const device of devices) await enqueuePush(deps, tx, { device, notification, runAt: deps.clock.now() })
  await showInTabs(deps.live, tx, owner, notification)
}

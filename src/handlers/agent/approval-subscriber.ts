import { approvalEnded, approvalRequested } from '#runtime/approvals/topics.ts'
import { on, type Subscriber, subscriber } from '#runtime/bus/subscriber.ts'
import { inboxItem, inboxSettled } from '../inbox/contracts.ts'
import type { AgentDeps } from './index.ts'

/** Puts calls that need approval into the inbox, and marks them as read once they are decided. */
export const approvalSubscriber = ({ bus }: Pick<AgentDeps, 'bus'>): Subscriber =>
  subscriber(
    'agent',
    on(approvalRequested, async ({ payload: { id, title, text }, account }, tx) => {
      if (account === undefined) return
      const item = { account, kind: 'agent', key: id, id, title, text, link: '/approvals' } as const
      await bus.publish(tx, inboxItem, item, { account, key: id })
    }),
    on(approvalEnded, async ({ payload: { id }, account }, tx) => {
      if (account === undefined) return
      await bus.publish(tx, inboxSettled, { account, kind: 'agent', key: id }, { account, key: id })
    }),
  )

import { z } from 'zod'
import type { Resumption } from '#runtime/agent/types.ts'
import { approvalEnded, approvalRequested } from '#runtime/approvals/topics.ts'
import { on, type Subscriber, subscriber } from '#runtime/bus/subscriber.ts'
import { jobKind } from '#runtime/jobs/kind.ts'
import { inboxItem, inboxSettled } from '../inbox/contracts.ts'
import type { AgentDeps } from './index.ts'

/** The process in which a run waits goes on with it at once. The lease of its thread also keeps others away. */
export const resumeDelayMs = 2000
const prefix = 'agent '

const waiting = z.object({
  approval: z.string(),
  decision: z.enum(['allowed', 'denied', 'expired']),
  thread: z.string(),
})

/** Goes on with a run that has waited for an approval. It is tried again while its thread or the agent is busy. */
export const resumeJob = jobKind('agent.resume', waiting, {
  maxAttempts: 200,
  timeLimitMs: 30 * 60_000,
  isLong: true,
})

/** What is needed to go on with a run in a thread. */
export const resumptionData = z.object({
  thread: z.string(),
  prompt: z.object({ id: z.string(), role: z.enum(['owner', 'agent']), text: z.string(), at: z.number() }),
  agent: z.string().optional(),
  token: z.string().optional(),
})

/** By which this family finds the run of a thread. */
export const waitingKey = (thread: string): string => `${prefix}${thread}`

/** How this family finds a run in a thread that waits. */
export function resumptionOf(data: z.output<typeof resumptionData>): Resumption {
  return { key: waitingKey(data.thread), data, isContinued: true }
}

/**
 * Puts calls that need approval into the inbox, and marks them as read once they are decided. A run that waited goes on, in
 * another process if its own has ended.
 */
export const approvalSubscriber = ({ bus, queue, clock }: Pick<AgentDeps, 'bus' | 'queue' | 'clock'>): Subscriber =>
  subscriber(
    'agent',
    on(approvalRequested, async ({ payload: { id, title, text, by_others }, account }, tx) => {
      if (account === undefined) return
      const item = { account, kind: 'agent', key: id, id, title, text, by_others, link: '/approvals' } as const
      await bus.publish(tx, inboxItem, item, { account, key: id })
    }),
    on(approvalEnded, async ({ payload: { id, state, waiting: waitingKey }, account }, tx) => {
      if (account === undefined) return
      await bus.publish(tx, inboxSettled, { account, kind: 'agent', key: id }, { account, key: id })
      if (!waitingKey?.startsWith(prefix)) return
      const thread = waitingKey.slice(prefix.length)
      const runAt = clock.now() + resumeDelayMs
      await queue.enqueue(tx, resumeJob, { approval: id, decision: state, thread }, { account, key: id, runAt })
    }),
  )

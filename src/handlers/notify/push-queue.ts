import { z } from 'zod'
import { jobKind } from '#runtime/jobs/kind.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { NotifyDeps } from './index.ts'
import { type Notification, notificationSchema } from './notification.ts'
import type { ReachableDevice } from './rows.ts'

/** How long push services store a notification for a device that is off. */
export const ttlMs = 86_400_000

/** Sends a notification to one device. */
export const pushJob = jobKind(
  'notify.push',
  z.object({ device: z.string(), notification: notificationSchema, until: z.int() }),
  { maxAttempts: 10, timeLimitMs: 30_000 },
)

/** Sends a notification to a device once the transaction is committed, and not before `runAt`. */
export async function enqueuePush(
  { clock, queue }: Pick<NotifyDeps, 'clock' | 'queue'>,
  tx: Writer,
  { device, notification, runAt }: { device: ReachableDevice; notification: Notification; runAt: number },
): Promise<void> {
  const payload = { device: device.id, notification, until: clock.now() + ttlMs }
  await queue.enqueue(tx, pushJob, payload, { account: device.owner, runAt })
}

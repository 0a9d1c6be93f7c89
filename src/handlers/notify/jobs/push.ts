import type { z } from 'zod'
import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import type { NotifyDeps } from '../index.ts'
import { messageOf, topicOf } from '../notification.ts'
import type { PushOutcome } from '../providers/push-services.ts'
import type { pushJob } from '../push-queue.ts'
import { type ReachableDevice, reachable, recordOutcomes } from '../rows.ts'

/** Sends a notification to a device. A repeat after a crash replaces the notification that was sent, if it has a tag. */
export async function push(
  { store, clock, pushServices }: NotifyDeps,
  { id, payload, signal, isLastAttempt }: Job<z.output<typeof pushJob.schema>>,
): Promise<void> {
  const { notification, until } = payload
  const ttlS = Math.floor((until - clock.now()) / 1000)
  const device = await store.get<ReachableDevice>(reachable({ id: payload.device }))
  if (!device || ttlS <= 0) return
  const delivery = { message: messageOf(notification), topic: topicOf(notification), ttlS }
  const outcome = await pushServices.send({ signal, subject: device.owner }, device, delivery)
  if (outcome.kind === 'busy') {
    if (isLastAttempt) throw new JobFailure(`The push service of ${device.id} remains unavailable`, 'never')
    if (outcome.retryAfterMs !== undefined) throw new JobFailure('The push service is busy', outcome.retryAfterMs)
    throw new Error(`The push service of ${device.id} is unavailable (job ${id})`)
  }
  const idsIf = (kind: PushOutcome['kind']) => (outcome.kind === kind ? [device.id] : [])
  const outcomes = { accepted: idsIf('accepted'), gone: idsIf('gone'), now: clock.now() }
  await store.write((tx) => recordOutcomes(tx, outcomes))
}

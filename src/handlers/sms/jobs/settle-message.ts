import { type Job, JobFailure } from '#runtime/jobs/kind.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { SmsDeps } from '../index.ts'
import { publishMessage } from '../publish-message.ts'
import * as rows from '../rows/messages.ts'
import { digestOf, settleAfterMs, settleJob } from '../send-draft.ts'

/** Finds out whether Twilio has accepted a message that it did not confirm. Marks it as failed otherwise. */
export async function settle(
  { store, twilio, clock, bus, count }: SmsDeps,
  { payload: { id, text }, signal }: Pick<Job<{ id: string; text: string }>, 'payload' | 'signal'>,
): Promise<void> {
  const row = await store.get<rows.MessageRow>(rows.find({ id }))
  if (!row || row.provider_id !== null || row.status !== 'queued') return
  const message = {
    channel: row.channel,
    from: row.own_number,
    to: row.other_number,
    sinceMs: Number(row.created_at),
  }
  const accepted = await twilio
    .find(message, (body) => digestOf(body) === text, { subject: settleJob.name, signal })
    .catch((cause: unknown) => {
      if (cause instanceof OutboundFailure) throw new JobFailure(cause.message, settleAfterMs, cause)
      throw cause
    })
  const isOther = accepted && (await store.get(rows.findByProvider({ provider: accepted.sid })))
  if (!accepted || isOther) {
    await store.run(rows.setNotAccepted({ id, error: 'The carrier did not accept the message.', now: clock.now() }))
    count(row.channel, 'failed')
    return
  }
  await store.write(async (tx) => {
    const stored = await rows.setAccepted(tx, { id, accepted, price: 0, now: clock.now() })
    if (stored) await publishMessage(bus, tx, stored)
  })
  count(row.channel, 'accepted')
}

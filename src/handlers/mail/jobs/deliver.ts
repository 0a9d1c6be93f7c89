import { z } from 'zod'
import { inboxItem } from '#handlers/inbox/contracts.ts'
import { iso } from '#runtime/base/clock.ts'
import { type Job, JobFailure, jobKind } from '#runtime/jobs/kind.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { MailDeps } from '../index.ts'
import { composeMime } from '../outgoing/mime-message.ts'
import { DeliveryFailure } from '../outgoing/mx-servers.ts'
import { recalled, refund } from '../refund.ts'
import { recipientsIn } from '../results.ts'
import * as deliveries from '../rows/deliveries.ts'
import { findWhole, type MessageRow } from '../rows/messages.ts'

/** How long delivery of a message is attempted. */
export const givenUpAfterMs = 48 * 3_600_000
const minuteMs = 60_000
const maxWaitMs = 64 * minuteMs
const maxError = 500

/** Delivers a message to the mail server of its recipient. It has more attempts than two days of waiting need. */
export const deliverJob = jobKind('mail.deliver', z.object({ message: z.string() }), {
  maxAttempts: 80,
  timeLimitMs: 240_000,
})

/**
 * How long to wait after a failed attempt: 1, 2, 4 and so on up to 64 minutes.
 *
 * @param attempt the failed one, from 1 on
 */
export function waitMs(attempt: number): number {
  return Math.min(minuteMs * 2 ** Math.min(attempt - 1, 10), maxWaitMs)
}

/**
 * Attempts to deliver a message. It is `queued` from the transaction that charges for it until the transaction that
 * records whether a mail server accepted it. If the process ends after that server responded but before this
 * transaction, the message is delivered again with the same bytes and the same Message-ID, by which receivers recognise
 * it.
 *
 * @throws JobFailure to be retried later
 */
export async function deliver(
  deps: MailDeps,
  { payload, attempt, account, signal }: Pick<Job<{ message: string }>, 'payload' | 'attempt' | 'account' | 'signal'>,
): Promise<void> {
  const { store, settings, clock, log, transport, sent } = deps
  const row = await findWhole(store, { id: payload.message, owner: account ?? '' })
  if (row?.delivery !== 'queued') return
  const [to] = recipientsIn(row)
  // A message that is deleted before this is not sent, and its credit is refunded at once.
  if (!to || !(await store.write((tx) => deliveries.beginAttempt(tx, row.id, attempt)))) return
  try {
    const raw = await composeMime(row, settings.mailDomain ?? 'localhost')
    await transport({ from: row.from_address, to: to.address, raw }, signal)
  } catch (error) {
    const failure =
      error instanceof DeliveryFailure ? error : new DeliveryFailure('The message could not be sent.', false, error)
    return failed(deps, row, failure, { attempt, signal })
  }
  await store.write((tx) =>
    deliveries.setDelivery(tx, { id: row.id, delivery: 'delivered', error: null, from: 'queued', now: clock.now() }),
  )
  sent.inc({ outcome: 'delivered' })
  log.info({ message: row.id, attempt }, 'mail delivered')
}

async function failed(
  deps: MailDeps,
  row: MessageRow,
  failure: DeliveryFailure,
  { attempt, signal }: Pick<Job, 'attempt' | 'signal'>,
): Promise<void> {
  const { store, clock, log, sent } = deps
  // After an abort the job runs again, perhaps already in another process.
  const isOver = !signal.aborted && clock.now() - Number(row.created_at) >= givenUpAfterMs
  if (!failure.isPermanent && !isOver) {
    sent.inc({ outcome: 'deferred' })
    if (!(await recordDeferral(deps, row, failure, attempt))) return
    throw new JobFailure(failure.message, waitMs(attempt), failure)
  }
  const error = `${failure.isPermanent ? '' : 'Delivery was abandoned after two days. '}${failure.message}`.slice(
    0,
    maxError,
  )
  await store.write((tx) => giveUp(deps, tx, row, error))
  sent.inc({ outcome: 'failed' })
  log.info({ message: row.id, attempt, err: failure }, 'mail delivery abandoned')
}

/** While it is queued, the message states why it is not delivered yet. False if it was deleted meanwhile. */
function recordDeferral(deps: MailDeps, row: MessageRow, failure: DeliveryFailure, attempt: number): Promise<boolean> {
  const error = `Not delivered yet: ${failure.message}`.slice(0, maxError)
  return deps.store.write(async (tx) => {
    const isRecorded = await deliveries.setDeferred(tx, { id: row.id, attempt, error, now: deps.clock.now() })
    return isRecorded || !(await refundIfDeleted(deps, tx, row))
  })
}

/** Records that a message will not be delivered, refunds it and notifies its sender. */
export async function giveUp(deps: MailDeps, tx: Writer, row: MessageRow, error: string): Promise<void> {
  const change = { id: row.id, delivery: 'failed', error, from: 'queued', now: deps.clock.now() } as const
  if (await deliveries.setDelivery(tx, change)) {
    await refund(deps.transfers, tx, row, 'mail that could not be delivered')
    await notifySender(deps, tx, row, error)
  } else await refundIfDeleted(deps, tx, row)
}

/** Refunds a message that was deleted during an attempt, because the attempt failed. False if it still exists. */
async function refundIfDeleted({ transfers }: MailDeps, tx: Writer, row: MessageRow): Promise<boolean> {
  if (await deliveries.exists(tx, row.id)) return false
  await refund(transfers, tx, row, recalled)
  return true
}

async function notifySender({ bus, clock }: MailDeps, tx: Writer, row: MessageRow, error: string): Promise<void> {
  const now = clock.now()
  const to = recipientsIn(row)[0]?.address ?? ''
  const item = {
    account: row.owner,
    kind: 'mail',
    key: row.thread,
    title: row.subject ?? '(no subject)',
    text: `Your message of ${iso(row.created_at)} to ${to} was not delivered. ${error}`,
    link: `/mail?id=${row.id}`,
    from: 'mailer-daemon',
    id: `${row.id} failed`,
    role: 'other',
    at: now,
  } as const
  await bus.publish(tx, inboxItem, item, { key: row.thread, account: row.owner, at: now })
}

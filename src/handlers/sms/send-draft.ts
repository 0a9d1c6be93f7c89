import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Context } from '#runtime/calls/context.ts'
import { jobKind } from '#runtime/jobs/kind.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Verdict } from '#runtime/limits/policy.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Writer } from '#runtime/store/types.ts'
import { type Draft, hasStopped } from './draft.ts'
import type { SmsDeps } from './index.ts'
import { Stopped, Unsettled } from './providers/twilio-messages.ts'
import { publishMessage } from './publish-message.ts'
import { setStopped } from './rows/contacts.ts'
import { countDown, countUp, dayMs, dayOf } from './rows/daily-counts.ts'
import * as rows from './rows/messages.ts'

/** Delay before Twilio is queried for a message that it has not confirmed. */
export const settleAfterMs = 120_000

/** Messages that Twilio may or may not have accepted; `text` is a digest, because codes are not stored. */
export const settleJob = jobKind('sms.settle', z.object({ id: z.string(), text: z.string() }), { maxAttempts: 10 })

/** A message that was sent. */
interface Sent {
  readonly row: rows.MessageRow
  /** How many more the account may send today; undefined without a limit. */
  readonly left: number | undefined
}

/** A message that is stored and counted, and is to be handed over; without a row the account has reached its daily limit. */
type Begun =
  | { readonly row: rows.MessageRow; readonly verdict: Verdict | undefined }
  | { readonly row: undefined; readonly verdict: Verdict }

/**
 * Stores a message, hands it over once and charges for it. A message without a confirmation stays `queued`, is never sent again
 * and remains free, even if it was sent.
 *
 * @param result makes what the call returns
 * @param within written with the message, before it is sent
 * @throws ApiError rate_limited beyond the daily limit; as TwilioMessages.send
 */
export async function sendDraft<Returned>(
  deps: SmsDeps,
  draft: Draft,
  ctx: Context,
  result: (sent: Sent) => Returned,
  within?: (tx: Writer) => Promise<void>,
) {
  const now = deps.clock.now()
  const { row, verdict } = await deps.store.write((tx) =>
    begin(deps, tx, draft, { account: ctx.account.id, now, within }),
  )
  if (verdict) ctx.verdicts.push(verdict)
  if (!row) throw rateLimited(verdict)
  const { channel, from, to, text, price } = draft
  const accepted = await deps.twilio
    .send(
      { channel, from, to, text, statusUrl: statusUrlOf(deps.baseUrl, row.id) },
      // A caller that disconnects does not stop a message that is on its way.
      { subject: ctx.subject, signal: new AbortController().signal },
    )
    .catch((failure: unknown) => notSent(deps, failure, row, now))
  deps.count(channel, 'accepted')
  ctx.charge(price)
  return ctx.store.write(async (tx) => {
    const stored = await rows.setAccepted(tx, { id: row.id, accepted, price, now: deps.clock.now() })
    await deps.queue.cancel(tx, settleJob, row.id)
    if (stored) await publishMessage(deps.bus, tx, stored)
    return ctx.returns(result({ row: stored ?? row, left: verdict?.remaining }))
  })
}

async function begin(
  { queue, settings: { smsPerDay: perDay } }: SmsDeps,
  tx: Writer,
  { channel, from, to, text, shown = text, segments }: Draft,
  { account, now, within }: { account: string; now: number; within: ((tx: Writer) => Promise<void>) | undefined },
): Promise<Begun> {
  const twin = await tx.get<{ id: string }>(rows.findUnsettled({ account, number: to, channel, text: shown }))
  if (twin) throw beingSettled(twin.id)
  let verdict: Verdict | undefined
  if (perDay !== undefined) {
    const counted = await tx.get<{ sent: number }>(countUp({ account, day: dayOf(now), limit: perDay }))
    verdict = verdictOf(perDay, counted?.sent, now)
    if (!counted) return { row: undefined, verdict }
  }
  const id = newId('sms')
  const message = { id, account, other_number: to, own_number: from, channel, text: shown, segments }
  const row = await tx.get<rows.MessageRow>(
    rows.insert({ ...message, direction: 'outgoing', status: 'queued', provider_id: null, now }),
  )
  const runAt = now + settleAfterMs
  await queue.enqueue(tx, settleJob, { id, text: digestOf(text) }, { account, key: id, runAt })
  await within?.(tx)
  return { row: row as rows.MessageRow, verdict }
}

/** The address for news of a message; undefined if Twilio cannot reach it, and would refuse the message. */
function statusUrlOf(baseUrl: string, id: string): string | undefined {
  const { hostname } = new URL(baseUrl)
  const isPublic = hostname.includes('.') && !/^[\d.]+$/.test(hostname)
  return isPublic ? `${baseUrl}/sms/status?id=${id}` : undefined
}

/** Removes a message that was refused. One that may have been accepted stays, and is settled later. */
async function notSent(
  { store, queue, clock, count, settings }: SmsDeps,
  failure: unknown,
  { id, account, channel, other_number: number }: rows.MessageRow,
  begunAt: number,
): Promise<never> {
  count(channel, failure instanceof Unsettled ? 'unknown' : 'refused')
  if (failure instanceof Unsettled) throw mayBeSent(failure.cause)
  await store.write(async (tx) => {
    await tx.run(rows.remove({ id }))
    await queue.cancel(tx, settleJob, id)
    if (settings.smsPerDay !== undefined) await tx.run(countDown({ account, day: dayOf(begunAt) }))
    if (failure instanceof Stopped) await tx.run(setStopped({ number, at: clock.now() }))
  })
  throw failure instanceof Stopped ? hasStopped(failure) : failure
}

/** Identifies the text of a message without storing it. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** @param sent how many were sent today; undefined if the limit is reached */
function verdictOf(perDay: number, sent: number | undefined, now: number): Verdict {
  return {
    policy: { name: 'sms', unit: 'SMS and WhatsApp messages', per: 'account', quota: perDay, windowMs: dayMs },
    quota: perDay,
    isAllowed: sent !== undefined,
    remaining: perDay - (sent ?? perDay),
    resetS: Math.ceil(((dayOf(now) + 1) * dayMs - now) / 1000),
  }
}

function beingSettled(id: string): ApiError {
  const message = `The same message was submitted a moment ago (${id}), and the carrier has not confirmed it yet. sms.history will show the outcome in a few minutes.`
  return new ApiError('failed_precondition', message)
}

function mayBeSent(cause: OutboundFailure): OutboundFailure {
  const message = `${cause.summary} The message may have been sent, and nothing was charged. sms.history will show the outcome in a few minutes.`
  const { kind, upstreamStatus: status } = cause
  return new OutboundFailure(kind, message, { cause, status })
}

import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Context } from '#runtime/calls/context.ts'
import { handles, JobFailure, type JobHandler, jobKind } from '#runtime/jobs/kind.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { rateLimited } from '#runtime/limits/headers.ts'
import type { Verdict } from '#runtime/limits/policy.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Writer } from '#runtime/store/types.ts'
import type { CountMessage } from './message-counter.ts'
import { type Accepted, type Carrier, type Channel, Stopped, Unsettled } from './providers/twilio-messages.ts'
import { publishMessage } from './publish-message.ts'
import * as rows from './rows/messages.ts'

const dayMs = 86_400_000
/** When the carrier is asked for a message of which it did not say that it has it. */
const settleAfterMs = 120_000

/** Messages of which it is not known whether the carrier has them; `text` is a digest, because codes are not stored. */
const settleJob = jobKind('sms.settle', z.object({ id: z.string(), text: z.string() }), { maxAttempts: 10 })

/** A message to be sent, checked. */
export interface Draft {
  readonly channel: Channel
  readonly from: string
  readonly to: string
  /** What is sent. */
  readonly text: string
  /** What is stored, where that is not what is sent. */
  readonly shown?: string
  readonly segments: number
  /** What it costs, in micro-credits. */
  readonly price: number
}

/** A message that was sent, and how many more the account may send today; undefined without a limit. */
export interface Sent {
  readonly row: rows.MessageRow
  readonly left: number | undefined
}

/** A message that is stored and counted, and is to be handed over; or what says that there is no room for one more. */
type Begun =
  | { readonly row: rows.MessageRow; readonly verdict: Verdict | undefined }
  | { readonly row: undefined; readonly verdict: Verdict }

interface OutboxOptions extends Pick<FamilyWorld, 'store' | 'clock' | 'queue' | 'bus' | 'baseUrl'> {
  readonly carrier: Carrier
  readonly perDay: number | undefined
  readonly count: CountMessage
}

export function dayOf(ms: number): number {
  return Math.floor(ms / dayMs)
}

/** Sends messages, each at most once. */
export class Outbox {
  readonly job: JobHandler
  readonly #options: OutboxOptions
  readonly #statusUrl: (id: string) => string | undefined

  constructor(options: OutboxOptions) {
    this.#options = options
    this.job = handles(settleJob, (job) => this.#settle(job.payload, job.signal))
    const { hostname } = new URL(options.baseUrl)
    // Twilio refuses a message whose address for news it cannot reach.
    const isPublic = hostname.includes('.') && !/^[\d.]+$/.test(hostname)
    this.#statusUrl = (id) => (isPublic ? `${options.baseUrl}/sms/status?id=${id}` : undefined)
  }

  /**
   * Stores a message, hands it over and charges for it. What is not known to be sent stays `queued`, is never sent again, and
   * costs nothing, whatever comes of it.
   *
   * @param within written with the message, before it is sent
   * @param result what the call returns
   * @throws ApiError rate_limited beyond the daily limit; as Carrier.send
   */
  async send<Returned>(
    draft: Draft,
    ctx: Context,
    result: (sent: Sent) => Returned,
    within?: (tx: Writer) => Promise<void>,
  ): Promise<Returned> {
    const { store, clock, queue, bus, carrier, perDay } = this.#options
    const now = clock.now()
    const begun = await store.write((tx) => this.#begin(tx, draft, ctx.account.id, now, within))
    if (begun.verdict) ctx.verdicts.push(begun.verdict)
    if (!begun.row) throw rateLimited(begun.verdict)
    const { row } = begun
    const left = begun.verdict?.remaining
    const { channel, from, to, text, price } = draft
    const accepted = await carrier
      .send(
        { channel, from, to, text, statusUrl: this.#statusUrl(row.id) },
        // Who leaves does not stop a message that is on its way.
        { subject: ctx.subject, signal: new AbortController().signal },
      )
      .catch((failure: unknown) => this.#notSent(failure, row, perDay === undefined ? undefined : dayOf(now)))
    this.#options.count(channel, 'accepted')
    ctx.charge(price)
    return ctx.store.write(async (tx) => {
      const stored = await tx.get<rows.MessageRow>(rows.setAccepted(this.#acceptance(row.id, accepted, price)))
      await queue.cancel(tx, settleJob, row.id)
      if (stored) await publishMessage(bus, tx, stored)
      return ctx.returns(result({ row: stored ?? row, left }))
    })
  }

  async #begin(
    tx: Writer,
    { channel, from, to, text, shown = text, segments }: Draft,
    account: string,
    now: number,
    within: ((tx: Writer) => Promise<void>) | undefined,
  ): Promise<Begun> {
    const { queue, perDay } = this.#options
    const twin = await tx.get<{ id: string }>(rows.findUnsettled({ account, number: to, channel, text: shown }))
    if (twin) throw beingSettled(twin.id)
    let verdict: Verdict | undefined
    if (perDay !== undefined) {
      const counted = await tx.get<{ sent: number }>(rows.countUp({ account, day: dayOf(now), limit: perDay }))
      verdict = verdictOf(perDay, counted?.sent, now)
      if (!counted) return { row: undefined, verdict }
    }
    const id = newId('sms')
    const message = { id, account, other_number: to, own_number: from, channel, text: shown, segments }
    const row = await tx.get<rows.MessageRow>(
      rows.insert({ ...message, direction: 'outgoing', status: 'queued', provider_id: null, now }),
    )
    const runAt = now + settleAfterMs
    await queue.enqueue(tx, settleJob, { id, text: digest(text) }, { account, key: id, runAt })
    await within?.(tx)
    return { row: row as rows.MessageRow, verdict }
  }

  #acceptance(id: string, { sid, status, error }: Accepted, price: number) {
    return { id, provider: sid, status, error: error ?? null, cost: price, now: this.#options.clock.now() }
  }

  /** A message that was refused has never been; one that may have been taken is settled later. */
  async #notSent(
    failure: unknown,
    { id, account, channel, other_number: number }: rows.MessageRow,
    day: number | undefined,
  ): Promise<never> {
    const { store, queue, clock, count } = this.#options
    count(channel, failure instanceof Unsettled ? 'unknown' : 'refused')
    if (failure instanceof Unsettled) throw mayBeSent(failure.cause)
    await store.write(async (tx) => {
      await tx.run(rows.remove({ id }))
      await queue.cancel(tx, settleJob, id)
      if (day !== undefined) await tx.run(rows.countDown({ account, day }))
      if (failure instanceof Stopped) await tx.run(rows.setStopped({ number, at: clock.now() }))
    })
    throw failure instanceof Stopped ? hasStopped(failure) : failure
  }

  async #settle({ id, text }: { id: string; text: string }, signal: AbortSignal): Promise<void> {
    const { store, carrier, clock, bus, count } = this.#options
    const row = await store.get<rows.MessageRow>(rows.find({ id }))
    if (!row || row.provider_id !== null || row.status !== 'queued') return
    const asked = {
      channel: row.channel,
      from: row.own_number,
      to: row.other_number,
      sinceMs: Number(row.created_at),
    }
    const found = await carrier
      .find(asked, (body) => digest(body) === text, { subject: settleJob.name, signal })
      .catch((cause: unknown) => {
        if (cause instanceof OutboundFailure) throw new JobFailure(cause.message, settleAfterMs, cause)
        throw cause
      })
    const isOthers = found && (await store.get(rows.findByProvider({ provider: found.sid })))
    if (found && !isOthers) {
      await store.write(async (tx) => {
        const stored = await tx.get<rows.MessageRow>(rows.setAccepted(this.#acceptance(id, found, 0)))
        if (stored) await publishMessage(bus, tx, stored)
      })
      count(row.channel, 'accepted')
    } else {
      count(row.channel, 'failed')
      await store.run(
        store
          .sql('sms_messages')
          .where({ id })
          .whereNull('provider_id')
          .update({ status: 'failed', error: 'The carrier did not take it.', updated_at: clock.now() }),
      )
    }
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** @param sent how many were sent today; undefined if there is no room for one more */
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
  const message = `The same message was handed over a moment ago (${id}), and it is not known yet whether it was taken; sms.history tells in a few minutes.`
  return new ApiError('failed_precondition', message)
}

function mayBeSent(cause: OutboundFailure): OutboundFailure {
  const message = `${cause.summary} It is not known whether the message was sent, and nothing was charged; sms.history tells in a few minutes.`
  const { kind, upstreamStatus: status } = cause
  return new OutboundFailure(kind, message, { cause, status })
}

/** Nobody writes to those who have said STOP. */
export function hasStopped(cause?: unknown): ApiError {
  const message = 'The person with this number wants no messages: they have answered STOP, and can answer START.'
  return new ApiError('failed_precondition', message, cause === undefined ? {} : { cause })
}

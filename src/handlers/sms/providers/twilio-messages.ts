import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'

export type Channel = 'sms' | 'whatsapp'
export type Status = 'queued' | 'sent' | 'delivered' | 'failed' | 'received'

export interface OutgoingMessage {
  readonly channel: Channel
  /** In international format, as `to` is. */
  readonly from: string
  readonly to: string
  readonly text: string
  /** Where Twilio reports its delivery; undefined if Twilio cannot reach this server. */
  readonly statusUrl: string | undefined
}

/** A message that Twilio has accepted. */
export interface Accepted {
  /** Its id at Twilio. */
  readonly sid: string
  readonly status: Status
  readonly error: string | undefined
}

const message = z.object({
  sid: z.string().regex(/^[A-Z]{2}[0-9a-fA-F]{32}$/),
  status: z.string(),
  error_code: z.union([z.number(), z.string()]).nullish(),
})
/** What recognises a message in a list. */
const listed = z.looseObject({ body: z.string().nullish(), date_created: z.string().nullish() })
const problem = z.object({ code: z.number() })

/**
 * Translates a status of Twilio: https://www.twilio.com/docs/messaging/api/message-resource#message-status-values. Unknown ones
 * count as `queued`.
 */
export function statusOf(twilioStatus: string): Status {
  if (twilioStatus === 'sent') return 'sent'
  if (twilioStatus === 'delivered' || twilioStatus === 'read') return 'delivered'
  if (twilioStatus === 'failed' || twilioStatus === 'undelivered' || twilioStatus === 'canceled') return 'failed'
  return 'queued'
}

/** Reasons for failed deliveries by Twilio's error codes: https://www.twilio.com/docs/api/errors. */
const reasons: Readonly<Record<string, string>> = {
  30003: 'The phone is switched off or out of reach.',
  30004: 'The recipient has blocked messages.',
  30005: 'The number is not in use.',
  30006: 'The number is a landline or cannot receive SMS messages.',
  30007: 'The carrier rejected the message as spam.',
  63003: 'The number is not on WhatsApp.',
  63016: 'The recipient has not written on WhatsApp within the last 24 hours.',
  63024: 'The number is not on WhatsApp.',
}

/** A sentence for Twilio's error code; undefined without one. */
export function errorText(code: string | number | null | undefined): string | undefined {
  if (code === null || code === undefined || code === '' || String(code) === '0') return undefined
  const shown = String(code).replace(/\D/g, '').slice(0, 6)
  return reasons[shown] ?? `The carrier could not deliver the message (Twilio error ${shown || 'without a number'}).`
}

/** The recipient has replied STOP, which only Twilio knew. */
export class Stopped extends Error {}

/** Twilio may or may not have accepted a message. */
export class Unsettled extends Error {
  override readonly cause: OutboundFailure

  constructor(cause: OutboundFailure) {
    super(cause.message)
    this.cause = cause
  }
}

/** Kinds of failures before anything was handed over. */
const unsent: ReadonlySet<string> = new Set(['breaker', 'busy', 'not_configured', 'address'])

/** Who delivers messages. */
export type Carrier = Pick<TwilioMessages, 'checkConfigured' | 'send' | 'find'>

/** Hands messages over to Twilio. */
export class TwilioMessages {
  readonly #provider: Provider
  readonly #path: string

  /** @param accountSid undefined where it is not configured */
  constructor(provider: Provider, accountSid: string | undefined) {
    this.#provider = provider
    this.#path = `/2010-04-01/Accounts/${accountSid}/Messages.json`
  }

  /** @throws OutboundFailure not_configured */
  checkConfigured(): void {
    this.#provider.checkConfigured()
  }

  /**
   * Hands a message over, once.
   *
   * @throws ApiError if Twilio refuses it; Stopped, Unsettled, OutboundFailure
   */
  async send({ channel, from, to, text, statusUrl }: OutgoingMessage, asker: Asker): Promise<Accepted> {
    const form = new URLSearchParams({ To: addressOf(channel, to), From: addressOf(channel, from), Body: text })
    if (statusUrl !== undefined) form.set('StatusCallback', statusUrl)
    try {
      const response = await this.#provider.call(asker, {
        method: 'POST',
        path: this.#path,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
        reader: { json: message },
      })
      return acceptedOf(response)
    } catch (failure) {
      throw failure instanceof OutboundFailure ? errorOf(failure) : failure
    }
  }

  /**
   * Finds a message that Twilio has not confirmed. Other messages that are not as documented do no harm.
   *
   * @param matches recognises the message by its text
   * @param sinceMs when it was handed over, epoch milliseconds
   * @throws OutboundFailure payload if the message itself is not as documented
   */
  async find(
    { channel, from, to, sinceMs }: Pick<OutgoingMessage, 'channel' | 'from' | 'to'> & { readonly sinceMs: number },
    matches: (text: string) => boolean,
    asker: Asker,
  ): Promise<Accepted | undefined> {
    const query = { To: addressOf(channel, to), From: addressOf(channel, from), PageSize: 50 }
    const { messages } = await this.#provider.call(asker, {
      method: 'GET',
      path: this.#path,
      query,
      reader: { json: z.object({ messages: listOf(listed) }) },
    })
    // Twilio's clock may be a little behind, and it rounds to whole seconds.
    const earliest = sinceMs - 60_000
    const found = messages.find((each) => matches(each.body ?? '') && Date.parse(each.date_created ?? '') >= earliest)
    if (!found) return undefined
    const { data, error } = message.safeParse(found)
    if (data) return acceptedOf(data)
    throw new OutboundFailure('payload', 'Twilio sent something other than the data it documents', {
      cause: error,
      advice: 'try again later',
    })
  }
}

function addressOf(channel: Channel, number: string): string {
  return channel === 'whatsapp' ? `whatsapp:${number}` : number
}

function acceptedOf({ sid, status, error_code }: z.output<typeof message>): Accepted {
  return { sid, status: statusOf(status), error: errorText(error_code) }
}

/** Translates a failure to hand over a message: https://www.twilio.com/docs/api/errors. */
function errorOf(failure: OutboundFailure): Error {
  if (unsent.has(failure.kind)) return failure
  const { upstreamStatus: status = 0 } = failure
  if (failure.kind !== 'status' || status >= 500) return new Unsettled(failure)
  const parsed = problem.safeParse(parseJson(failure.upstreamBody))
  const code = parsed.success ? parsed.data.code : 0
  const options = { cause: failure }
  if (code === 21610) return new Stopped(failure.message, options)
  if (code === 21211 || code === 21614 || code === 21217)
    return invalidArgument('to', 'must be the number of a phone that can receive messages')
  if (code === 21408 || code === 21612)
    return new ApiError(
      'failed_precondition',
      'The carrier does not deliver to this number. Nothing was charged.',
      options,
    )
  if (code === 63016) return windowClosed(options)
  return failure
}

/** On WhatsApp businesses can only reply. */
export function windowClosed(options: { cause?: unknown } = {}): ApiError {
  const message =
    'On WhatsApp, you can write only to people who have written to you within the last 24 hours, and this person has not. Send an SMS, or wait for a message.'
  return new ApiError('failed_precondition', message, options)
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'
import type { Context } from '#runtime/calls/context.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { SmsDeps } from './index.ts'
import { type Channel, windowClosed } from './providers/twilio-messages.ts'
import { type ContactRow, findContact } from './rows/contacts.ts'
import { findPaid } from './rows/messages.ts'

/** How long a WhatsApp conversation lasts: after a message its sender can be answered, and after a payment messages are free. */
const conversationMs = 86_400_000

/** A message that may be sent. */
export interface Draft {
  readonly channel: Channel
  readonly from: string
  readonly to: string
  /** The text that is sent. */
  readonly text: string
  /** The text that is stored, if that differs. */
  readonly shown?: string
  readonly segments: number
  /** In micro-credits. */
  readonly price: number
}

/** A message as a caller gave it. */
interface MessageArgs {
  readonly to: string
  readonly text: string
  readonly channel: Channel
  /** The name of the argument with the number. */
  readonly argument: string
}

/**
 * Checks a message and determines its price, before anything is reserved or sent.
 *
 * @throws ApiError not_configured, invalid_argument, failed_precondition
 */
export async function createDraft(
  deps: SmsDeps,
  { to, text, channel, argument }: MessageArgs,
  ctx: Context,
): Promise<Draft> {
  const from = sendingNumber(deps, channel)
  const number = await reachableNumber(deps, to, argument)
  const segments = channel === 'sms' ? await segmentsOf(text) : 1
  if (segments > maxSegments)
    throw invalidArgument(
      'text',
      `must fit into ${maxSegments} SMS segments (459 characters, or 201 with letters outside the GSM alphabet), but takes ${segments}`,
    )
  const contact = await deps.store.get<ContactRow>(findContact({ number }))
  if (contact?.stopped_at) throw hasStopped()
  if (channel === 'whatsapp' && !(Number(contact?.whatsapp_at ?? 0) > deps.clock.now() - conversationMs))
    throw windowClosed()
  const price = ctx.isFree ? 0 : await priceOf(deps, { account: ctx.account.id, number, channel, segments })
  return { channel, from, to: number, text, segments, price }
}

/**
 * A number in international format, if messages can be sent to it.
 *
 * @throws ApiError invalid_argument, failed_precondition
 */
export async function reachableNumber({ settings }: SmsDeps, text: string, argument: string): Promise<string> {
  const { number, countries } = await parsePhoneNumber(text, argument)
  if (number === settings.smsFrom || number === settings.whatsappFrom)
    throw invalidArgument(argument, 'must not be the number that messages are sent from')
  if (!countries.some((country) => settings.smsCountries.includes(country)))
    throw new ApiError(
      'failed_precondition',
      `Messages to this country are not supported${countries[0] ? ` (${countries[0]})` : ''}. Supported countries are ${settings.smsCountries.join(', ')}.`,
    )
  return number
}

function sendingNumber({ settings, twilio }: SmsDeps, channel: Channel): string {
  twilio.checkConfigured()
  const from = channel === 'sms' ? settings.smsFrom : settings.whatsappFrom
  if (from !== undefined) return from
  const [name, variable] = channel === 'sms' ? ['SMS messages', 'SMS_FROM'] : ['WhatsApp messages', 'WHATSAPP_FROM']
  throw new OutboundFailure('not_configured', `This server has no number for sending ${name}. Set ${variable}.`)
}

async function priceOf(
  { settings, store, clock, transfers }: SmsDeps,
  message: { account: string; number: string; channel: Channel; segments: number },
): Promise<number> {
  if (!transfers.isOn) return 0
  const { account, number, channel, segments } = message
  if (channel === 'sms') return settings.smsMicroCredits * segments
  const paid = await store.get(findPaid({ account, number, since: clock.now() - conversationMs }))
  return paid ? 0 : settings.whatsappMicroCredits
}

export function hasStopped(cause?: unknown): ApiError {
  const message =
    'The person with this number has replied STOP. You can send messages to this number again only after the person replies START.'
  return new ApiError('failed_precondition', message, cause === undefined ? {} : { cause })
}

interface PhoneNumber {
  /** In international format without spaces (ITU-T E.164): `+447700900123`. */
  readonly number: string
  /** ISO 3166-1 alpha-2 codes of the countries that it can be in: one, unless the range of the number is unknown. */
  readonly countries: readonly string[]
}

// Loaded on first use: the numbering plans of all countries take 150 kB.
const plans = once(() => import('libphonenumber-js/max'))

/** Numbers that cost the sender extra, or that do not belong to a person. */
const unsuitable: ReadonlySet<string> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/**
 * Parses a number as people write it.
 *
 * @param argument the name of the argument, for the error
 * @throws ApiError invalid_argument for anything but the number of a person's phone
 */
export async function parsePhoneNumber(text: string, argument: string): Promise<PhoneNumber> {
  const { parsePhoneNumberFromString } = await plans()
  const found = parsePhoneNumberFromString(text, { extract: false })
  if (!found?.isPossible())
    throw invalidArgument(argument, 'must be a complete phone number with its country code, such as +447700900123')
  if (unsuitable.has(found.getType() ?? ''))
    throw invalidArgument(argument, 'must be the number of a person’s phone, not of a service')
  const countries = found.country ? [found.country] : found.getPossibleCountries()
  return { number: found.number, countries }
}

/** How many segments an SMS message may have. */
const maxSegments = 3

// Loaded on first use.
const calculator = once(() => import('sms-segments-calculator'))

/**
 * How many segments a text takes as an SMS message (3GPP TS 23.038 and 23.040): one of 160 characters of the GSM alphabet, of
 * which `€ [ ] { } \ ^ | ~` count twice, or several of 153; with any other letter 70 and 67 UTF-16 units.
 */
export async function segmentsOf(text: string): Promise<number> {
  const { SegmentedMessage } = (await calculator()).default
  return new SegmentedMessage(text).segmentsCount
}

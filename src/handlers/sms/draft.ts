import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { type Draft, hasStopped } from './outbox.ts'
import { readPhone } from './phone-number.ts'
import { type Carrier, type Channel, windowClosed } from './providers/twilio-messages.ts'
import * as rows from './rows/messages.ts'
import { maxSegments, segmentsOf } from './segments.ts'
import type { smsSettings } from './settings.ts'

/** How long after a message on WhatsApp its sender can be answered, and how long a conversation lasts that was paid. */
const conversationMs = 86_400_000

interface SenderOptions extends Pick<FamilyWorld, 'store' | 'clock' | 'transfers'> {
  readonly settings: Values<typeof smsSettings>
  readonly carrier: Carrier
}

/** A message as a caller gave it. */
interface Asked {
  readonly to: string
  readonly text: string
  readonly channel: Channel
  /** The name of the argument with the number. */
  readonly argument: string
}

/** Decides whether a message may be sent, and what it costs. */
export class Sender {
  readonly #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  /**
   * Checks a message, before anything is reserved or sent.
   *
   * @throws ApiError not_configured, invalid_argument, failed_precondition
   */
  async draft({ to, text, channel, argument }: Asked, ctx: Context): Promise<Draft> {
    const from = this.#from(channel)
    const number = await this.reachable(to, argument)
    const segments = channel === 'sms' ? await segmentsOf(text) : 1
    if (segments > maxSegments)
      throw invalidArgument(
        'text',
        `must fit into ${maxSegments} SMS segments (459 characters, or 201 with letters outside the GSM alphabet), but takes ${segments}`,
      )
    const { store, clock } = this.#options
    const known = await store.get<rows.ContactRow>(rows.contact({ number }))
    if (known?.stopped_at) throw hasStopped()
    if (channel === 'whatsapp' && !(Number(known?.whatsapp_at ?? 0) > clock.now() - conversationMs))
      throw windowClosed()
    const price = ctx.isFree ? 0 : await this.#price(ctx.account.id, number, channel, segments)
    return { channel, from, to: number, text, segments, price }
  }

  /**
   * The number as messages are sent to it, if they can be.
   *
   * @throws ApiError invalid_argument, failed_precondition
   */
  async reachable(text: string, argument: string): Promise<string> {
    const { settings } = this.#options
    const { number, countries } = await readPhone(text, argument)
    if (number === settings.smsFrom || number === settings.whatsappFrom)
      throw invalidArgument(argument, 'must be another number than the one that messages are sent from')
    if (!countries.some((country) => settings.smsCountries.includes(country)))
      throw new ApiError(
        'failed_precondition',
        `Messages to this country are not served${countries[0] ? ` (${countries[0]})` : ''}; those served are ${settings.smsCountries.join(', ')}.`,
      )
    return number
  }

  #from(channel: Channel): string {
    const { settings, carrier } = this.#options
    carrier.checkConfigured()
    const from = channel === 'sms' ? settings.smsFrom : settings.whatsappFrom
    if (from !== undefined) return from
    const [name, variable] = channel === 'sms' ? ['SMS messages', 'SMS_FROM'] : ['WhatsApp messages', 'WHATSAPP_FROM']
    throw new OutboundFailure('not_configured', `This server has no number to send ${name} from: set ${variable}.`)
  }

  async #price(account: string, number: string, channel: Channel, segments: number): Promise<number> {
    const { settings, store, clock, transfers } = this.#options
    if (!transfers.isOn) return 0
    if (channel === 'sms') return settings.smsMicroCredits * segments
    const paid = await store.get(rows.findPaid({ account, number, since: clock.now() - conversationMs }))
    return paid ? 0 : settings.whatsappMicroCredits
  }
}

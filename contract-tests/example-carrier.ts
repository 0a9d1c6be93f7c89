import { Twilio } from '../src/handlers/sms/fixtures/twilio-stand-in.ts'

/** Where the first carrier of a run listens, which all its servers use. */
const addressVariable = 'ONEDOOR_EXAMPLE_CARRIER'

/** Where a world lists what it has sent, for runs that use one instead of a server. */
export const deliveriesVariable = 'ONEDOOR_EXAMPLE_DELIVERIES'

/** A carrier that takes every message. */
export async function startExampleCarrier() {
  const twilio = await Twilio.start()
  process.env[addressVariable] ??= twilio.messagesUrl
  return {
    settings: {
      ...twilio.settings,
      // All servers of a run ask the first one, so that there is one place to look for codes.
      TWILIO_BASE_URL: new URL(process.env[addressVariable] ?? twilio.messagesUrl).origin,
      SMS_FROM: '+447700900900',
      LIMIT_SMS_PER_DAY: '100000',
      LIMIT_SMS_CODES_PER_DAY: '100000',
    },
    // The first one stays until the process ends: others may still ask it.
    stop: async () => {
      if (process.env[addressVariable] !== twilio.messagesUrl) await twilio[Symbol.asyncDispose]()
      else twilio.unref()
    },
  }
}

/** The code that was sent last to this number. */
export async function codeSentTo(number: string): Promise<string> {
  const deliveries = process.env[deliveriesVariable]
  const text = await (deliveries === undefined ? lastSentTo(number) : lastDeliveredTo(deliveries, number))
  const code = /\d{6}/.exec(text ?? '')?.[0]
  if (code === undefined) throw new Error(`No code was sent to ${number}`)
  return code
}

async function lastDeliveredTo(deliveries: string, number: string): Promise<string | undefined> {
  const response = await fetch(`${deliveries}?${new URLSearchParams({ kind: 'sms', to: number })}`)
  return ((await response.json()) as { deliveries: readonly { text: string }[] }).deliveries[0]?.text
}

async function lastSentTo(number: string): Promise<string | undefined> {
  const url = new URL(process.env[addressVariable] ?? '')
  url.search = new URLSearchParams({ To: number, From: '+447700900900', PageSize: '1' }).toString()
  const response = await fetch(url, { headers: { authorization: Twilio.authorization } })
  const { messages } = (await response.json()) as { messages: readonly { body: string }[] }
  return messages[0]?.body
}

import { Twilio } from '../src/testing/twilio.ts'

let running: Twilio | undefined

/** A carrier that takes every message, for the server of one run. */
export async function startExampleCarrier() {
  const twilio = await Twilio.start()
  running = twilio
  return {
    settings: {
      ...twilio.settings,
      SMS_FROM: '+447700900900',
      LIMIT_SMS_PER_DAY: '100000',
      LIMIT_SMS_CODES_PER_DAY: '100000',
    },
    stop: () => twilio[Symbol.asyncDispose](),
  }
}

/** The code that was sent last to this number. */
export function codeSentTo(number: string): string {
  const sent = running?.messages.findLast(({ to }) => to === number)
  const code = sent && /\d{6}/.exec(sent.body)?.[0]
  if (code === undefined) throw new Error(`No code was sent to ${number}`)
  return code
}

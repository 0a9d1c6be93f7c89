import { Twilio } from '../src/testing/twilio.ts'

const running = new Set<Twilio>()

/** A carrier that takes every message, for the server of one run. */
export async function startExampleCarrier() {
  const twilio = await Twilio.start()
  running.add(twilio)
  return {
    settings: {
      ...twilio.settings,
      SMS_FROM: '+447700900900',
      LIMIT_SMS_PER_DAY: '100000',
      LIMIT_SMS_CODES_PER_DAY: '100000',
    },
    async stop() {
      running.delete(twilio)
      await twilio[Symbol.asyncDispose]()
    },
  }
}

/** The code that was sent last to this number, which only one of the servers that run at a time sends to. */
export function codeSentTo(number: string): string {
  const sent = [...running].flatMap(({ messages }) => messages).findLast(({ to }) => to === number)
  const code = sent && /\d{6}/.exec(sent.body)?.[0]
  if (code === undefined) throw new Error(`No code was sent to ${number}`)
  return code
}

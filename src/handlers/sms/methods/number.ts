import type { Handler } from '#generated/server/handlers.ts'
import type { SmsDeps } from '../index.ts'
import { dayOf, sentOn } from '../rows/daily-counts.ts'
import { numbersOf } from '../rows/numbers.ts'

export default ({ settings }: SmsDeps): Handler<'sms.number'> =>
  async (_args, ctx) => {
    const account = ctx.account.id
    const [verified, day] = await Promise.all([
      ctx.store.all<{ number: string }>(numbersOf({ account })),
      ctx.store.get<{ sent: number }>(sentOn({ account, day: dayOf(ctx.clock.now()) })),
    ])
    const { smsFrom: from, smsPerDay: limit } = settings
    const sent = Number(day?.sent ?? 0)
    const left = limit === undefined ? undefined : Math.max(0, limit - sent)
    return {
      ...(from !== undefined && { sending_number: from }),
      verified: verified.map(({ number }) => number),
      countries: [...settings.smsCountries],
      sent_today: sent,
      ...(left !== undefined && { daily_limit: limit as number, left_today: left }),
      text: `${from === undefined ? 'This server has no number to send messages from' : `Messages are sent from ${from}`}. ${
        left === undefined ? 'The number of messages is not limited' : `${left} of ${limit} messages are left today`
      }.`,
    }
  }

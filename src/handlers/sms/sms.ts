import type { SmsHandlers } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Values } from '#runtime/base/setting.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Context } from '#runtime/calls/context.ts'
import { countedBeside, longPageOf, startOf } from '#runtime/kit/long-page.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { countedBy } from '#runtime/store/total.ts'
import type { Sender } from './draft.ts'
import { dayOf, type Outbox } from './outbox.ts'
import { messageOf, storedOf } from './results.ts'
import * as rows from './rows/messages.ts'
import type { smsSettings } from './settings.ts'
import type { Verification } from './verify.ts'

interface SmsServices {
  readonly settings: Values<typeof smsSettings>
  readonly sender: Sender
  readonly outbox: Outbox
  readonly verification: Verification
}

/** The methods of SMS and WhatsApp messages. */
export function createSms({ settings, sender, outbox, verification }: SmsServices): SmsHandlers<Context> {
  return {
    async send({ to, text, channel = 'sms' }, ctx) {
      const draft = await sender.draft({ to, text, channel, argument: 'to' }, ctx)
      if (draft.price > 0) await ctx.reserve(draft.price)
      return outbox.send(draft, ctx, ({ row, left }) => ({
        message: messageOf(row),
        cost_credits: draft.price / MICRO_CREDITS_PER_CREDIT,
        ...(left !== undefined && { left_today: left }),
      }))
    },

    verify: (args, ctx) => verification.verify(args, ctx),

    async history({ limit = 50 }, ctx) {
      const account = ctx.account.id
      const [found, { total, isAtLeast }] = await Promise.all([
        ctx.store.all<rows.MessageRow>(rows.history({ account, limit })),
        countedBy(ctx.store, rows.count({ account })),
      ])
      return { items: found.map(messageOf), total, ...(isAtLeast && { is_total_at_least: true }) }
    },

    number: (_args, ctx) => numbers(settings, ctx),

    async source({ id }, ctx) {
      const row = await ctx.store.get<rows.MessageRow>(rows.findOwn({ id, account: ctx.account.id }))
      if (!row)
        throw new ApiError('not_found', `You have no message with the id ${quote(id)}; sms.sources lists yours.`)
      return storedOf(row)
    },

    async sources({ limit = 20, offset, cursor }, ctx) {
      const account = ctx.account.id
      const start = startOf({ offset, cursor }, ['text'])
      const [after] = (start.last ?? ['']) as [string]
      const reading = ctx.store.all<{ id: string; created_at: number | string }>(
        rows.refs({ account, after, offset: start.offset, limit: limit + 1 }),
      )
      const counting = countedBeside(
        start,
        async () => (await reading).length > 0,
        () => countedBy(ctx.store, rows.count({ account })),
      )
      const [found, counted] = await Promise.all([reading, counting])
      const keyOf = ({ id }: { id: string }) => [id]
      return longPageOf(found, { limit, start, counted, keyOf }, (row) => ({
        id: row.id,
        created: iso(row.created_at),
      }))
    },
  }
}

async function numbers(settings: Values<typeof smsSettings>, ctx: Context) {
  const account = ctx.account.id
  const [verified, day] = await Promise.all([
    ctx.store.all<{ number: string }>(rows.numbersOf({ account })),
    ctx.store.get<{ sent: number }>(rows.sentOn({ account, day: dayOf(ctx.clock.now()) })),
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
    text: `${from === undefined ? 'This server has no number to send messages from' : `Messages leave from ${from}`}; ${
      left === undefined ? 'their number is not limited' : `${left} of ${limit} are left today`
    }.`,
  }
}

import type { Handler } from '#generated/server/handlers.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { createDraft } from '../draft.ts'
import type { SmsDeps } from '../index.ts'
import { messageOf } from '../results.ts'
import { sendDraft } from '../send-draft.ts'

export default (deps: SmsDeps): Handler<'sms.send'> =>
  async ({ to, text, channel = 'sms' }, ctx) => {
    const draft = await createDraft(deps, { to, text, channel, argument: 'to' }, ctx)
    if (draft.price > 0) await ctx.reserve(draft.price)
    return sendDraft(deps, draft, ctx, ({ row, left }) => ({
      message: messageOf(row),
      cost_credits: draft.price / MICRO_CREDITS_PER_CREDIT,
      ...(left !== undefined && { left_today: left }),
    }))
  }

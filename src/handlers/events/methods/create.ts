import type { Handler } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { credentialIdOf } from '#runtime/calls/caller.ts'
import type { EventsDeps } from '../index.ts'
import { scheduleFiring } from '../jobs/fire.ts'
import { eventOf } from '../results.ts'
import * as rows from '../rows.ts'
import { parseMoment } from '../time/moments.ts'
import { offsetZoneOf } from '../time/zones.ts'
import { checkUpcomingLimit } from '../upcoming-limit.ts'

export default ({ queue }: EventsDeps): Handler<'events.create'> =>
  async ({ title, when, note, minutes = 30, repeat, prompt }, ctx) => {
    const owner = ctx.account.id
    const event = {
      id: newId('event'),
      owner,
      title: oneLine(title),
      note: note || null,
      prompt: prompt ?? null,
      token_id: prompt === undefined ? null : (credentialIdOf(ctx.caller) ?? null),
      when_at: parseMoment('when', when),
      minutes,
      repeat: repeat ?? null,
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) => {
      await checkUpcomingLimit(tx, owner)
      const timezone = (await timeZoneOf(tx, owner)) ?? offsetZoneOf(when)
      const inserted = await rows.insert(tx, { ...event, timezone })
      await scheduleFiring(queue, tx, inserted)
      return ctx.returns(eventOf(inserted))
    })
  }

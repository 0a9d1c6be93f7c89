import type { Handler } from '#generated/server/handlers.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { laterRightsOf } from '#runtime/calls/caller.ts'
import type { EventsDeps } from '../index.ts'
import { scheduleFiring } from '../jobs/fire.ts'
import { eventOf } from '../results.ts'
import * as rows from '../rows.ts'
import { checkOneRule, firstAfter, momentsColumn, ruleColumns, zoneOf } from '../time/event-schedule.ts'
import { parseMoment } from '../time/moments.ts'
import { checkUpcomingLimit } from '../upcoming-limit.ts'

export default ({ queue }: EventsDeps): Handler<'events.create'> =>
  async ({ title, when, note, minutes = 30, repeat, rrule, exdates = [], rdates = [], prompt, ...args }, ctx) => {
    const owner = ctx.account.id
    checkOneRule(repeat, rrule)
    const now = ctx.clock.now()
    const starts_at = parseMoment('when', when)
    const timezone = await zoneOf(ctx.store, { owner, when, timezone: args.timezone })
    const schedule = {
      ...{ starts_at, timezone, repeat: repeat ?? null },
      ...ruleColumns(rrule || null, starts_at, timezone),
      exdates: momentsColumn('exdates', exdates),
      rdates: momentsColumn('rdates', rdates),
    }
    const event = {
      ...{ id: newId('event'), owner, now, ...schedule },
      title: oneLine(title),
      note: note || null,
      prompt: prompt ?? null,
      token_id: prompt === undefined ? null : (laterRightsOf(ctx.caller) ?? null),
      when_at: firstAfter(schedule, now),
      minutes,
    }
    return ctx.store.write(async (tx) => {
      await checkUpcomingLimit(tx, owner)
      const inserted = await rows.insert(tx, event)
      await scheduleFiring(queue, tx, inserted)
      return ctx.returns(eventOf(inserted))
    })
  }

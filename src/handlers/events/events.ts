import type { CallArgs, EventsHandlers } from '#generated/server/handlers.ts'
import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { oneLine } from '#runtime/base/text/shorten.ts'
import { type Caller, credentialIdOf } from '#runtime/calls/caller.ts'
import type { Context } from '#runtime/calls/context.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import { asBoolean } from '#runtime/store/values.ts'
import { type BusyEvent, freeText, freeTime } from './free.ts'
import type { Firing } from './jobs/fire.ts'
import { eventOf } from './results.ts'
import * as rows from './rows.ts'
import { lastMoment, momentOf } from './time/times.ts'
import { offsetZoneOf } from './time/zones.ts'

const weekMs = 7 * 86_400_000
const maxFreeMs = 366 * 86_400_000

/** Reminders and scheduled work. */
export function createEventHandlers(firing: Firing): EventsHandlers<Context> {
  return {
    async create({ title, when, note, minutes = 30, repeat, prompt }, ctx) {
      const owner = ctx.account.id
      const event = {
        id: newId('event'),
        owner,
        title: oneLine(title),
        note: note || null,
        prompt: prompt ?? null,
        token_id: prompt === undefined ? null : (credentialIdOf(ctx.caller) ?? null),
        when_at: momentOf('when', when),
        minutes,
        repeat: repeat ?? null,
        now: ctx.clock.now(),
      }
      return ctx.store.write(async (tx) => {
        await refuseTooMany(tx, owner)
        const timezone = (await timeZoneOf(tx, owner)) ?? offsetZoneOf(when)
        const inserted = await rows.insert(tx, { ...event, timezone })
        await firing.plan(tx, inserted)
        return ctx.returns(eventOf(inserted))
      })
    },

    async list({ offset = 0, limit = 20 }, ctx) {
      const owner = ctx.account.id
      const [found, total] = await Promise.all([
        ctx.store.all<rows.EventRow>(rows.upcoming({ owner, offset, limit })),
        totalOf(ctx.store, rows.upcomingCount({ owner })),
      ])
      return pageOf(found.map(eventOf), total, offset)
    },

    async read({ id }, ctx) {
      const row = await rows.find(ctx.store, { id, owner: ctx.account.id })
      if (!row) throw noSuchEvent(id)
      return eventOf(row)
    },

    async update(args, ctx) {
      return eventOf(await updateEvent(args, ctx, firing))
    },

    async delete({ id }, ctx) {
      await ctx.store.write(async (tx) => {
        if (!(await rows.remove(tx, { id, owner: ctx.account.id }))) throw noSuchEvent(id)
        await firing.cancel(tx, { id, owner: ctx.account.id })
      })
      return { id, deleted: true }
    },

    free: (args, ctx) => findFreeTime(args, ctx),
  }
}

async function updateEvent(args: CallArgs<'events.update'>, ctx: Context, firing: Firing): Promise<rows.EventRow> {
  const { id, title, when, note, minutes, repeat, prompt } = args
  const owner = ctx.account.id
  const now = ctx.clock.now()
  const whenAt = when === undefined ? undefined : momentOf('when', when)
  if (whenAt !== undefined && whenAt <= now) throw invalidArgument('when', 'must be in the future')
  const isChange = [title, when, note, minutes, repeat, prompt].some((value) => value !== undefined)
  return ctx.store.write(async (tx) => {
    const row = await rows.find(tx, { id, owner })
    if (!row) throw noSuchEvent(id)
    if (!isChange) return row
    const isPast = asBoolean(row.is_past)
    if (isPast && when === undefined) {
      throw new ApiError('failed_precondition', 'The event has fired already: give it a new time with `when`.')
    }
    if (isPast) await refuseTooMany(tx, owner)
    const isMoved = when !== undefined || (repeat !== undefined && (repeat || null) !== row.repeat)
    const when_at = whenAt ?? Number(row.when_at)
    const changed = await rows.update(tx, {
      ...{ id, owner, now, when_at, is_past: false },
      title: title === undefined ? row.title : oneLine(title),
      note: note === undefined ? row.note : note || null,
      ...promptColumns(row, prompt, ctx.caller),
      minutes: minutes ?? row.minutes,
      repeat: repeat === undefined ? row.repeat : repeat || null,
      // Repeats are counted from the time that its owner has set last.
      starts_at: isMoved ? when_at : Number(row.starts_at),
      timezone: when === undefined ? row.timezone : ((await timeZoneOf(tx, owner)) ?? offsetZoneOf(when)),
    })
    if (!changed) throw noSuchEvent(id)
    await firing.plan(tx, changed)
    return changed
  })
}

/** A new prompt has the rights of whoever wrote it; one that stays keeps those that it had. */
function promptColumns(
  row: rows.EventRow,
  prompt: string | undefined,
  caller: Caller,
): Pick<rows.EventRow, 'prompt' | 'token_id' | 'last_error'> {
  if (prompt === undefined || prompt === row.prompt) {
    return { prompt: row.prompt, token_id: row.token_id, last_error: row.last_error }
  }
  const isCleared = prompt.trim() === ''
  return {
    prompt: isCleared ? null : prompt,
    token_id: isCleared ? null : (credentialIdOf(caller) ?? null),
    last_error: null,
  }
}

async function findFreeTime(args: CallArgs<'events.free'>, ctx: Context) {
  const owner = ctx.account.id
  const { minutes = 30, day_start: dayStart = 9, day_end: dayEnd = 18 } = args
  const from = args.from === undefined ? ctx.clock.now() : momentOf('from', args.from)
  const to = args.to === undefined ? Math.min(from + weekMs, lastMoment) : momentOf('to', args.to)
  if (to <= from) throw invalidArgument('to', 'must be later than from')
  if (to - from > maxFreeMs) throw invalidArgument('to', 'must be at most a year (366 days) later than from')
  if (dayEnd <= dayStart) throw invalidArgument('day_end', 'must be later than day_start')
  const [zone, found] = await Promise.all([
    timeZoneOf(ctx.store, owner),
    ctx.store.all<rows.EventRow>(rows.between({ owner, from: from - weekMs, to })),
  ])
  const timezone = zone ?? (args.from === undefined ? 'UTC' : offsetZoneOf(args.from))
  const busy = found.map(
    (row): BusyEvent => ({
      startsAt: Number(row.starts_at),
      minutes: row.minutes,
      timezone: row.timezone,
      repeat: row.repeat,
    }),
  )
  const query = { from, to, minutes, dayStart, dayEnd, timezone }
  const { periods, isTruncated } = await freeTime(query, busy, ctx.signal)
  return {
    items: periods.map(({ start, end }) => ({
      start: iso(start),
      end: iso(end),
      minutes: Math.floor((end - start) / 60_000),
    })),
    is_truncated: isTruncated,
    from: iso(from),
    to: iso(to),
    timezone,
    text: freeText(periods, timezone),
  }
}

/** @throws ApiError failed_precondition */
async function refuseTooMany(reader: Reader, owner: string): Promise<void> {
  if ((await totalOf(reader, rows.upcomingCount({ owner }))) < rows.maxUpcoming) return
  throw new ApiError(
    'failed_precondition',
    `You have ${rows.maxUpcoming} upcoming events, which is the limit: cancel one with events.delete first.`,
  )
}

/** The same error for an unknown id and for another account's. */
function noSuchEvent(id: string): ApiError {
  return new ApiError('not_found', `You have no event with the id "${id}"; events.list shows yours.`)
}

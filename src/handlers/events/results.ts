import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { originOf } from '#runtime/kit/origin.ts'
import { asBoolean } from '#runtime/store/values.ts'
import type { EventRow } from './rows.ts'
import { momentsOf, recurs } from './time/event-schedule.ts'
import { localIso } from './time/zones.ts'

/** An event as its owner sees it; empty fields are absent. */
export function eventOf(row: EventRow): Result<'events.read'> {
  const status = asBoolean(row.is_past) ? 'past' : 'upcoming'
  return {
    id: row.id,
    title: row.title,
    status,
    state: status,
    when: iso(row.when_at),
    when_local: localIso(Number(row.when_at), row.timezone),
    minutes: row.minutes,
    timezone: row.timezone,
    ...(row.repeat === null ? {} : { repeat: row.repeat }),
    ...(row.rrule === null ? {} : { rrule: row.rrule }),
    ...(row.exdates === null ? {} : { exdates: momentsOf(row.exdates).map(iso) }),
    ...(row.rdates === null ? {} : { rdates: momentsOf(row.rdates).map(iso) }),
    ...(recurs(row) ? { series_start: iso(row.starts_at) } : {}),
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.prompt === null ? {} : { prompt: row.prompt }),
    ...(row.last_fired_at === null ? {} : { last_fired: iso(row.last_fired_at) }),
    ...(row.last_error === null ? {} : { last_error: row.last_error }),
    created: iso(row.created_at),
    updated: iso(row.updated_at),
    ...originOf(row),
  }
}

/** The same error for an unknown id and for another account's event. */
export function noSuchEvent(id: string): ApiError {
  return new ApiError('not_found', `You have no event with the id "${id}". Use events.list to list your events.`)
}

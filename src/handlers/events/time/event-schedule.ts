import { timeZoneOf } from '#runtime/accounts/profiles.ts'
import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { Repeat, ScheduleColumns } from '../rows.ts'
import { parseMoment } from './moments.ts'
import { endOf, Recurrence, ruleOfRepeat, type Schedule } from './recurrence.ts'
import { parseRule, type Rule, RuleFault, ruleText } from './rule.ts'
import { offsetZoneOf, type WallClock, wallClock } from './zones.ts'

/** The rule of a row; undefined if it has none. */
export function ruleOf(
  { rrule, repeat, starts_at }: Pick<ScheduleColumns, 'rrule' | 'repeat' | 'starts_at'>,
  clock: WallClock,
): Rule | undefined {
  if (rrule !== null) return parseRule(rrule)
  return repeat === null ? undefined : ruleOfRepeat(repeat, clock.wallOf(Number(starts_at)))
}

/** When the event of a row happens. */
function scheduleOf(row: ScheduleColumns, clock: WallClock): Schedule {
  const rule = ruleOf(row, clock)
  return {
    startsAt: Number(row.starts_at),
    ...(rule ? { rule } : {}),
    ...(row.ends_at === null ? {} : { endsAt: Number(row.ends_at) }),
    excluded: momentsOf(row.exdates),
    added: momentsOf(row.rdates),
  }
}

export function recurrenceOf(row: ScheduleColumns, clock: WallClock = wallClock(row.timezone)): Recurrence {
  return new Recurrence(scheduleOf(row, clock), clock)
}

/** Whether an event happens more than once. */
export function recurs({ repeat, rrule, rdates }: Pick<ScheduleColumns, 'repeat' | 'rrule' | 'rdates'>): boolean {
  return repeat !== null || rrule !== null || rdates !== null
}

/** A list of moments of a row; null means that it is empty. */
export function momentsOf(column: string | null): number[] {
  return column === null ? [] : (JSON.parse(column) as number[])
}

/**
 * A list of moments as stored: sorted, each once, and null if it is empty.
 *
 * @throws ApiError invalid_argument for an invalid time
 */
export function momentsColumn(path: string, times: readonly string[]): string | null {
  if (times.length === 0) return null
  const moments = times.map((time, index) => parseMoment(`${path}[${index}]`, time))
  return JSON.stringify([...new Set(moments)].sort((a, b) => a - b))
}

/**
 * The columns of a rule for an event that starts at a moment.
 *
 * @throws ApiError invalid_argument for a rule that is invalid or never occurs
 */
export function ruleColumns(
  text: string | null,
  startsAt: number,
  timezone: string,
): Pick<ScheduleColumns, 'rrule'> & { ends_at: number | null } {
  if (text === null) return { rrule: null, ends_at: null }
  try {
    const rule = parseRule(text)
    const endsAt = endOf(rule, startsAt, wallClock(timezone))
    return { rrule: ruleText(rule, rule.until && endsAt), ends_at: endsAt ?? null }
  } catch (failure) {
    if (failure instanceof RuleFault) throw invalidArgument('rrule', failure.message)
    throw failure
  }
}

/** @throws ApiError invalid_argument if an event has both a plain repetition and a rule */
export function checkOneRule(repeat: Repeat | '' | undefined, rrule: string | undefined): void {
  if (repeat && rrule) throw invalidArgument('rrule', 'must be omitted if repeat is set')
}

/**
 * The first occurrence after a moment.
 *
 * @throws ApiError invalid_argument if no occurrence is left, or if an event that does not recur has exceptions
 */
export function firstAfter(row: ScheduleColumns, ms: number): number {
  if (row.exdates !== null && !recurs(row))
    throw invalidArgument('exdates', 'must be empty if the event does not recur')
  const next = recurrenceOf(row).nextAfter(ms)
  if (next !== undefined) return next
  throw invalidArgument('when', recurs(row) ? 'must leave an occurrence in the future' : 'must be in the future')
}

/**
 * The zone of an event: the given one, that of the account, or the offset of a time.
 *
 * @throws ApiError invalid_argument for an unknown zone
 */
export async function zoneOf(
  reader: Parameters<typeof timeZoneOf>[0],
  { owner, timezone, when }: { owner: string; timezone: string | undefined; when: string },
): Promise<string> {
  return timezone === undefined ? ((await timeZoneOf(reader, owner)) ?? offsetZoneOf(when)) : parseZone(timezone)
}

function parseZone(name: string): string {
  const zone = /^[+-](?:0\d|1[0-4]):[0-5]\d$/.test(name) ? name : timeZoneNamed(name)
  if (zone !== undefined) return /^[+-]00:00$/.test(zone) ? 'UTC' : zone
  throw invalidArgument('timezone', 'must be an IANA time zone such as Europe/London, or an offset such as +01:00')
}

import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { shorten } from '#runtime/base/text/shorten.ts'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import type { CalendarRow } from '../rows.ts'
import { momentsOf, ruleOf } from '../time/event-schedule.ts'
import { isCountedInUtc } from '../time/recurrence.ts'
import { type Rule, ruleText } from '../time/rule.ts'
import { localIso, wallClock } from '../time/zones.ts'

/** Longer notes are cut, because programs read the whole calendar each time. */
const maxNote = 2000
/** The years before and after now for which a zone's changes are listed. */
const maxPastYears = 20
const futureYears = 5

/**
 * Events as an iCalendar file (RFC 5545), in pieces, yielding to the event loop in between.
 *
 * @param host identifies this server in the ids of the entries
 */
export async function* calendarText(rows: readonly CalendarRow[], host: string, nowMs: number): AsyncGenerator<string> {
  // Lines have at most 75 octets; the library does not count the space before a continued line.
  ICAL.foldLength = 74
  const slices = new Slices()
  yield lines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Onedoor//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'X-WR-CALNAME:Onedoor',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
  ])
  const firsts = new Map<string, number>()
  for (const row of rows) {
    if (slices.isOver) await slices.next()
    const { timezone, starts_at } = row
    if (isUtc(row, ruleOf(row, wallClock(timezone)))) continue
    firsts.set(timezone, Math.min(firsts.get(timezone) ?? nowMs, Number(starts_at)))
  }
  for (const [timezone, firstMs] of firsts) {
    if (slices.isOver) await slices.next()
    yield `${zoneComponent(timezone, firstMs, nowMs).toString()}\r\n`
  }
  for (const row of rows) {
    if (slices.isOver) await slices.next()
    yield `${entryOf(row, host).toString()}\r\n`
  }
  yield lines(['END:VCALENDAR'])
}

function lines(each: readonly string[]): string {
  return each.map((line) => `${line}\r\n`).join('')
}

/** Whether UTC suffices: for a single time, and for hours that are counted in UTC. */
function isUtc({ timezone, rdates }: CalendarRow, rule: Rule | undefined): boolean {
  return timezone === 'UTC' || (rule ? isCountedInUtc(rule) : rdates === null)
}

function entryOf(row: CalendarRow, host: string): ICAL.Component {
  const entry = new ICAL.Component('vevent')
  entry.addPropertyWithValue('uid', `${row.id}@${host}`)
  entry.addPropertyWithValue('dtstamp', utcTime(Number(row.updated_at)))
  entry.addPropertyWithValue('created', utcTime(Number(row.created_at)))
  entry.addPropertyWithValue('last-modified', utcTime(Number(row.updated_at)))
  entry.addPropertyWithValue('summary', textValue(row.title))
  if (row.note !== null) entry.addPropertyWithValue('description', shorten(textValue(row.note), maxNote))
  const rule = ruleOf(row, wallClock(row.timezone))
  const timezone = isUtc(row, rule) ? 'UTC' : row.timezone
  addTimes(entry, 'dtstart', [Number(row.starts_at)], timezone)
  entry.addPropertyWithValue('duration', ICAL.Duration.fromSeconds(row.minutes * 60))
  const text = row.rrule ?? (rule && ruleText(rule, undefined))
  if (text !== undefined) entry.addPropertyWithValue('rrule', ICAL.Recur.fromString(text))
  addTimes(entry, 'exdate', momentsOf(row.exdates), timezone)
  addTimes(entry, 'rdate', momentsOf(row.rdates), timezone)
  return entry
}

function addTimes(entry: ICAL.Component, name: string, moments: readonly number[], timezone: string): void {
  const isInUtc = timezone === 'UTC'
  for (const ms of moments) {
    const property = entry.addPropertyWithValue(name, isInUtc ? utcTime(ms) : localTime(ms, timezone))
    if (!isInUtc) property.setParameter('tzid', zoneName(timezone))
  }
}

/**
 * A valid text value (RFC 5545, 3.3.11). The library escapes only line feeds, and some programs treat a carriage return as the
 * end of a line, which would let a note add properties to the calendar.
 */
function textValue(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}

function utcTime(ms: number): ICAL.Time {
  return ICAL.Time.fromString(`${new Date(ms).toISOString().slice(0, 19)}Z`, undefined as never)
}

function localTime(ms: number, timezone: string): ICAL.Time {
  return ICAL.Time.fromString(localIso(ms, timezone).slice(0, 19), undefined as never)
}

/** A zone's name in a calendar; an offset gets a name that no program mistakes for a city. */
function zoneName(timezone: string): string {
  return /^[+-]/.test(timezone) ? `UTC${timezone}` : timezone
}

/**
 * The definition of a zone (RFC 5545, 3.6.5). It lists every change between the first event and some years from now, because
 * the rules themselves are not available.
 */
function zoneComponent(timezone: string, firstMs: number, nowMs: number): ICAL.Component {
  const zone = new ICAL.Component('vtimezone')
  zone.addPropertyWithValue('tzid', zoneName(timezone))
  const from = Temporal.Instant.fromEpochMilliseconds(firstMs).toZonedDateTimeISO(timezone).subtract({ years: 1 })
  const earliest = Temporal.Instant.fromEpochMilliseconds(nowMs)
    .toZonedDateTimeISO(timezone)
    .subtract({ years: maxPastYears })
  const until = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timezone).add({ years: futureYears })
  let at = Temporal.ZonedDateTime.compare(from, earliest) < 0 ? earliest : from
  addPeriod(zone, at.toPlainDateTime(), at.offset, at.offset)
  for (;;) {
    const next = at.getTimeZoneTransition('next')
    if (!next || Temporal.ZonedDateTime.compare(next, until) > 0) return zone
    const before = next.subtract({ nanoseconds: 1 })
    // The local time of a change is the time that clocks showed before it.
    const local = next.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime()
    addPeriod(zone, local, before.offset, next.offset)
    at = next
  }
}

function addPeriod(zone: ICAL.Component, start: Temporal.PlainDateTime, from: string, to: string): void {
  const period = new ICAL.Component(to > from && from !== to ? 'daylight' : 'standard', zone)
  period.addPropertyWithValue('dtstart', ICAL.Time.fromString(start.round('second').toString(), undefined as never))
  period.addPropertyWithValue('tzoffsetfrom', ICAL.UtcOffset.fromString(from.slice(0, 6)))
  period.addPropertyWithValue('tzoffsetto', ICAL.UtcOffset.fromString(to.slice(0, 6)))
  zone.addSubcomponent(period)
}

import ICAL from 'ical.js'
import { shorten } from '#runtime/base/text/shorten.ts'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import type { EventRow, Repeat } from '../rows.ts'
import { localIso, wallClock } from '../time/zones.ts'
import { zoneComponent, zoneName } from './zone-component.ts'

/** Longer notes are cut in the calendar, which is read as a whole each time. */
const maxNote = 2000

/** What a calendar says of an event. */
export type CalendarRow = Pick<
  EventRow,
  'id' | 'title' | 'note' | 'starts_at' | 'minutes' | 'timezone' | 'repeat' | 'created_at' | 'updated_at'
>

/**
 * Events as an iCalendar file (RFC 5545), piece by piece: the event loop gets its turn in between.
 *
 * @param host names this instance in the ids of the entries
 */
export async function* calendarText(rows: readonly CalendarRow[], host: string, nowMs: number): AsyncGenerator<string> {
  // A line has at most 75 octets, of which the blank before a continued one is one that the library does not count.
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
  for (const { timezone, starts_at, repeat } of rows) {
    if (isUtc({ timezone, repeat })) continue
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

/** Whether the moment alone says it all: a one-off, and hours, which are counted in UTC. */
function isUtc({ timezone, repeat }: Pick<CalendarRow, 'timezone' | 'repeat'>): boolean {
  return repeat === null || repeat === 'hourly' || timezone === 'UTC'
}

function entryOf(row: CalendarRow, host: string): ICAL.Component {
  const entry = new ICAL.Component('vevent')
  entry.addPropertyWithValue('uid', `${row.id}@${host}`)
  entry.addPropertyWithValue('dtstamp', utcTime(Number(row.updated_at)))
  entry.addPropertyWithValue('created', utcTime(Number(row.created_at)))
  entry.addPropertyWithValue('last-modified', utcTime(Number(row.updated_at)))
  entry.addPropertyWithValue('summary', textValue(row.title))
  if (row.note !== null) entry.addPropertyWithValue('description', shorten(textValue(row.note), maxNote))
  const startMs = Number(row.starts_at)
  if (isUtc(row)) entry.addPropertyWithValue('dtstart', utcTime(startMs))
  else {
    const start = entry.addPropertyWithValue(
      'dtstart',
      ICAL.Time.fromString(localIso(startMs, row.timezone).slice(0, 19), undefined as never),
    )
    start.setParameter('tzid', zoneName(row.timezone))
  }
  entry.addPropertyWithValue('duration', ICAL.Duration.fromSeconds(row.minutes * 60))
  if (row.repeat !== null) entry.addPropertyWithValue('rrule', ICAL.Recur.fromString(ruleOf(row.repeat, row)))
  return entry
}

/**
 * A text as a calendar may hold it (RFC 5545, 3.3.11): the library escapes line feeds alone, and some programs take a carriage
 * return for the end of a line, after which a note could go on with properties of its own.
 */
function textValue(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')
}

/** `FREQ=MONTHLY` alone leaves out the months that have no such day; here their last day counts. */
export function ruleOf(repeat: Repeat, { starts_at, timezone }: Pick<CalendarRow, 'starts_at' | 'timezone'>): string {
  if (repeat !== 'monthly') return `FREQ=${repeat.toUpperCase()}`
  const day = new Date(wallClock(timezone).wallOf(Number(starts_at))).getUTCDate()
  if (day <= 28) return 'FREQ=MONTHLY'
  const days = [28, 29, 30, 31].filter((each) => each <= day)
  return `FREQ=MONTHLY;BYMONTHDAY=${days.join(',')};BYSETPOS=-1`
}

function utcTime(ms: number): ICAL.Time {
  return ICAL.Time.fromString(`${new Date(ms).toISOString().slice(0, 19)}Z`, undefined as never)
}

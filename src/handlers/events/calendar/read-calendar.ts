import ICAL from 'ical.js'
import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { parseTime } from '#runtime/base/clock.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import type { Repeat } from '../rows.ts'
import { Recurrence } from '../time/recurrence.ts'
import { localIso, wallClock } from '../time/zones.ts'
import { entryTexts } from './entry-texts.ts'

const maxTitle = 200
const maxNote = 16_000
const maxMinutes = 10_080
/** Entries that are read from a calendar. */
export const maxEntries = 1000

/** An entry that can be created, as arguments of `events.create`. */
export interface ReadEntry {
  readonly title: string
  readonly when: string
  readonly minutes: number
  readonly note?: string
  readonly repeat?: Repeat
  /** How the event differs from the entry. */
  readonly remarks: readonly string[]
}

/** An entry that cannot be created, and why. */
export interface SkippedEntry {
  readonly title: string
  readonly reason: string
}

export interface ReadCalendar {
  readonly entries: readonly ReadEntry[]
  readonly skipped: readonly SkippedEntry[]
}

/** Why an entry cannot be created. */
class Unsupported extends Error {}

/**
 * Reads the entries of an iCalendar file, yielding to the event loop in between. Each unsupported entry is reported. Rules are
 * never expanded, so that one with a billion repeats costs no more than another.
 *
 * @param timeZone of times without a zone and of whole days
 * @throws NotACalendar
 */
export async function readCalendar(text: string, timeZone: string, nowMs: number): Promise<ReadCalendar> {
  const entries: ReadEntry[] = []
  const skipped: SkippedEntry[] = []
  const slices = new Slices()
  for (const entryText of entryTexts(text)) {
    if (slices.isOver) await slices.next()
    if (entries.length + skipped.length >= maxEntries) {
      skipped.push({ title: 'Everything after this', reason: `only the first ${maxEntries} entries are read` })
      break
    }
    let title = 'An entry'
    try {
      const entry = componentOf(entryText)
      title = titleOf(entry)
      entries.push(entryOf(entry, title, timeZone, nowMs))
    } catch (failure) {
      skipped.push({ title, reason: failure instanceof Unsupported ? failure.message : 'it is malformed' })
    }
  }
  return { entries, skipped }
}

function componentOf(text: string | undefined): ICAL.Component {
  if (text === undefined) throw new Unsupported('it is too long')
  return new ICAL.Component(ICAL.parse(text) as never)
}

function titleOf(entry: ICAL.Component): string {
  const summary = entry.getFirstPropertyValue('summary')
  return oneLine(typeof summary === 'string' ? summary.replaceAll('\0', '') : '') || 'Without a title'
}

function entryOf(entry: ICAL.Component, title: string, timeZone: string, nowMs: number): ReadEntry {
  const remarks: string[] = []
  for (const name of ['rdate', 'exdate', 'recurrence-id'])
    if (entry.hasProperty(name))
      throw new Unsupported('it has dates that differ from its recurrence rule, which is not supported')
  if (String(entry.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED')
    throw new Unsupported('it is cancelled')
  const { startMs, zone, isDay } = startOf(entry, timeZone, remarks)
  const repeat = repeatOf(entry, startMs, zone)
  const when = new Recurrence({ startsAt: startMs, repeat }, wallClock(zone)).nextAfter(nowMs)
  if (when === undefined) throw new Unsupported('it is in the past')
  if (when !== startMs) remarks.push('it starts at its next occurrence')
  const minutes = minutesOf(entry, startMs, zone, isDay, remarks)
  const description = entry.getFirstPropertyValue('description')
  const note = typeof description === 'string' ? description.replaceAll('\0', '').trim() : ''
  if ([...title].length > maxTitle) remarks.push('its title was shortened')
  if ([...note].length > maxNote) remarks.push('its note was shortened')
  return {
    title: shorten(title, maxTitle),
    when: localIso(when, zone),
    minutes,
    ...(note ? { note: shorten(note, maxNote) } : {}),
    ...(repeat ? { repeat } : {}),
    remarks,
  }
}

function startOf(entry: ICAL.Component, timeZone: string, remarks: string[]) {
  const property = entry.getFirstProperty('dtstart')
  const time = property?.getFirstValue()
  if (!property || !(time instanceof ICAL.Time)) throw new Unsupported('it has no start')
  const given = property.getFirstParameter('tzid')
  const named = given === undefined ? undefined : timeZoneNamed(given.replace(/^\/[^/]*\/[^/]*\//, ''))
  if (given !== undefined && named === undefined && !/^UTC[+-]\d\d:\d\d$/.test(given))
    throw new Unsupported(`its time zone ${shorten(given, 60)} is unknown`)
  const written = String(property.toJSON()[3] ?? '')
  const isUtc = written.endsWith('Z')
  const zone = isUtc ? 'UTC' : (named ?? given?.slice(3) ?? timeZone)
  if (time.isDate) remarks.push('it was an all-day event and now lasts 24 hours from midnight')
  // The library turns 33 April into 3 May; here that is not a day.
  const wall = parseTime(time.isDate ? `${written}T00:00:00Z` : `${written.replace(/Z$/, '')}Z`)
  if (wall === undefined || time.year < 1970 || time.year > 9998)
    throw new Unsupported('its start is not a valid date and time in 1970 or later')
  return { startMs: wallClock(zone).momentOf(wall), zone, isDay: time.isDate }
}

const repeats: Readonly<Record<string, Repeat>> = {
  HOURLY: 'hourly',
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
}
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The repetition that matches the rule exactly; null without a rule. @throws Unsupported for most rules */
function repeatOf(entry: ICAL.Component, startMs: number, zone: string): Repeat | null {
  const rules = entry.getAllProperties('rrule')
  if (rules.length === 0) return null
  const rule = rules[0]?.getFirstValue()
  const no = (how: string): Unsupported =>
    new Unsupported(`it repeats ${how}, but only endless hourly, daily, weekly and monthly repetition is supported`)
  if (rules.length > 1 || !(rule instanceof ICAL.Recur)) throw no('according to more than one rule')
  const repeat = repeats[rule.freq]
  if (!repeat) throw no(rule.freq.toLowerCase())
  if (rule.interval !== 1) throw no(`at an interval of ${rule.interval}`)
  if (rule.count || rule.until) throw no('for a limited time')
  const start = new Date(wallClock(zone).wallOf(startMs))
  const day = start.getUTCDate()
  const parts = Object.entries(rule.parts as Readonly<Record<string, readonly unknown[]>>)
  const text = parts
    .map(([name, values]) => `${name}=${values.join(',')}`)
    .sort()
    .join(';')
  if (repeat === 'weekly' && ['', `BYDAY=${weekdays[start.getUTCDay()]}`].includes(text)) return repeat
  if (repeat === 'monthly') {
    const clamped = [28, 29, 30, 31].filter((each) => each <= day).join(',')
    if (day <= 28 && ['', `BYMONTHDAY=${day}`].includes(text)) return repeat
    if (day > 28 && text === `BYMONTHDAY=${clamped};BYSETPOS=-1`) return repeat
    if (day === 31 && text === 'BYMONTHDAY=-1') return repeat
    throw no(day > 28 ? 'only in months that have this day' : 'according to an unsupported rule')
  }
  if (text !== '') throw no('according to an unsupported rule')
  return repeat
}

function minutesOf(entry: ICAL.Component, startMs: number, zone: string, isDay: boolean, remarks: string[]): number {
  const duration = entry.getFirstPropertyValue('duration')
  const end = entry.getFirstPropertyValue('dtend')
  let minutes = isDay ? 1440 : 30
  if (duration instanceof ICAL.Duration) minutes = duration.toSeconds() / 60
  else if (end instanceof ICAL.Time) {
    const wall = Date.UTC(end.year, end.month - 1, end.day, end.isDate ? 0 : end.hour, end.isDate ? 0 : end.minute)
    const isUtc = String(entry.getFirstProperty('dtend')?.toJSON()[3] ?? '').endsWith('Z')
    minutes = ((isUtc ? wall : wallClock(zone).momentOf(wall)) - startMs) / 60_000
  }
  const rounded = Math.round(minutes)
  if (!Number.isFinite(minutes) || rounded < 1) {
    remarks.push('it had no duration and now lasts 1 minute')
    return 1
  }
  if (rounded > maxMinutes) remarks.push('it was longer than a week and was shortened to one week')
  return Math.min(rounded, maxMinutes)
}

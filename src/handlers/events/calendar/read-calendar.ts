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
/** How many entries of a calendar are read. */
export const maxEntries = 1000

/** An entry that can be scheduled, as the arguments of `events.create`. */
export interface ReadEntry {
  readonly title: string
  readonly when: string
  readonly minutes: number
  readonly note?: string
  readonly repeat?: Repeat
  /** What of it is different here. */
  readonly remarks: readonly string[]
}

/** An entry that cannot, and why. */
export interface LeftOut {
  readonly title: string
  readonly reason: string
}

export interface ReadCalendar {
  readonly entries: readonly ReadEntry[]
  readonly leftOut: readonly LeftOut[]
}

/** Why an entry is left out. */
class Unfit extends Error {}

/**
 * Reads the entries of an iCalendar file, one at a time, so that others are served meanwhile. What this server cannot do is
 * said for each entry; nothing is expanded, so that a rule with a billion repeats costs no more than another.
 *
 * @param timeZone in which times without a zone, and whole days, are meant
 * @throws NotACalendar
 */
export async function readCalendar(text: string, timeZone: string, nowMs: number): Promise<ReadCalendar> {
  const entries: ReadEntry[] = []
  const leftOut: LeftOut[] = []
  const slices = new Slices()
  for (const entryText of entryTexts(text)) {
    if (slices.isOver) await slices.next()
    if (entries.length + leftOut.length >= maxEntries) {
      leftOut.push({ title: 'Everything after this', reason: `only the first ${maxEntries} entries are read` })
      break
    }
    let title = 'An entry'
    try {
      const entry = componentOf(entryText)
      title = titleOf(entry)
      entries.push(entryOf(entry, title, timeZone, nowMs))
    } catch (failure) {
      leftOut.push({ title, reason: failure instanceof Unfit ? failure.message : 'it is malformed' })
    }
  }
  return { entries, leftOut }
}

function componentOf(text: string | undefined): ICAL.Component {
  if (text === undefined) throw new Unfit('it is too long to be read')
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
      throw new Unfit('it has single dates that differ from its rule, which events here cannot')
  if (String(entry.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED')
    throw new Unfit('it is cancelled')
  const { startMs, zone, isDay } = startOf(entry, timeZone, remarks)
  const repeat = repeatOf(entry, startMs, zone)
  const when = new Recurrence({ startsAt: startMs, repeat }, wallClock(zone)).nextAfter(nowMs)
  if (when === undefined) throw new Unfit('it is over')
  if (when !== startMs) remarks.push('it begins with its next time from now on')
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
  if (!property || !(time instanceof ICAL.Time)) throw new Unfit('it has no beginning')
  const given = property.getFirstParameter('tzid')
  const named = given === undefined ? undefined : timeZoneNamed(given.replace(/^\/[^/]*\/[^/]*\//, ''))
  if (given !== undefined && named === undefined && !/^UTC[+-]\d\d:\d\d$/.test(given))
    throw new Unfit(`its time zone ${shorten(given, 60)} is unknown`)
  const written = String(property.toJSON()[3] ?? '')
  const isUtc = written.endsWith('Z')
  const zone = isUtc ? 'UTC' : (named ?? given?.slice(3) ?? timeZone)
  if (time.isDate) remarks.push('a whole day became 24 hours from midnight')
  // The library makes 3 May of 33 April; here that is no day.
  const wall = parseTime(time.isDate ? `${written}T00:00:00Z` : `${written.replace(/Z$/, '')}Z`)
  if (wall === undefined || time.year < 1970 || time.year > 9998)
    throw new Unfit('its beginning is not a day and a time after 1970')
  return { startMs: wallClock(zone).momentOf(wall), zone, isDay: time.isDate }
}

const repeats: Readonly<Record<string, Repeat>> = {
  HOURLY: 'hourly',
  DAILY: 'daily',
  WEEKLY: 'weekly',
  MONTHLY: 'monthly',
}
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

/** The repetition that is exactly that of the rule; there is none for most rules. */
function repeatOf(entry: ICAL.Component, startMs: number, zone: string): Repeat | null {
  const rules = entry.getAllProperties('rrule')
  if (rules.length === 0) return null
  const rule = rules[0]?.getFirstValue()
  const no = (what: string): Unfit =>
    new Unfit(`it repeats ${what}; here events repeat hourly, daily, weekly or monthly without end`)
  if (rules.length > 1 || !(rule instanceof ICAL.Recur)) throw no('by more than one rule')
  const repeat = repeats[rule.freq]
  if (!repeat) throw no(rule.freq.toLowerCase())
  if (rule.interval !== 1) throw no(`at every ${rule.interval}th time`)
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
    throw no(day > 28 ? 'only in months that have this day' : 'by a special rule')
  }
  if (text !== '') throw no('by a special rule')
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
    remarks.push('it has no length, and got 1 minute')
    return 1
  }
  if (rounded > maxMinutes) remarks.push('it is longer than a week, and was shortened to one')
  return Math.min(rounded, maxMinutes)
}

import ICAL from 'ical.js'
import { iso, parseTime } from '#runtime/base/clock.ts'
import { shorten } from '#runtime/base/text/shorten.ts'
import type { Repeat } from '../rows.ts'
import { endOf, Recurrence, ruleOfRepeat } from '../time/recurrence.ts'
import { parseRule, type Rule, RuleFault, ruleText } from '../time/rule.ts'
import { localIso, wallClock } from '../time/zones.ts'
import type { CalendarZones } from './calendar-zones.ts'

const dayMs = 86_400_000
const maxMinutes = 10_080
/** Exceptions and additional occurrences that an event can have. */
const maxMoments = 500

/** Why an entry cannot be created. The message continues a sentence about the entry. */
export class Unsupported extends Error {}

/** When an entry takes place, as arguments of `events.create`. */
export interface EntryTimes {
  readonly when: string
  readonly timezone: string
  readonly minutes: number
  readonly repeat?: Repeat
  readonly rrule?: string
  readonly exdates?: string[]
  readonly rdates?: string[]
}

interface Start {
  readonly ms: number
  readonly zone: string
  readonly isDay: boolean
}

interface Reading {
  /** Of times without a zone and of whole days. */
  readonly timeZone: string
  readonly zones: CalendarZones
  readonly nowMs: number
  /** Receives how the event differs from the entry. */
  readonly remarks: string[]
}

/**
 * The times of an entry, and its next one.
 *
 * @param moved changed occurrences of the entry, which are also entries
 * @throws Unsupported
 */
export function timesOf(
  entry: ICAL.Component,
  moved: readonly ICAL.Component[],
  reading: Reading,
): { times: EntryTimes; nextMs: number } {
  const { nowMs, remarks } = reading
  if (entry.hasProperty('exrule')) throw new Unsupported('it has a rule for exceptions, which is not supported')
  const start = startOf(entry, reading)
  const clock = wallClock(start.zone)
  const rule = ruleOf(entry)
  const endsAt = rule && withFaults(() => endOf(rule, start.ms, clock))
  const added = momentsOf(entry.getAllProperties('rdate'), start, reading)
  const ids = moved.flatMap((each) => each.getFirstProperty('recurrence-id') ?? [])
  const excluded = momentsOf([...entry.getAllProperties('exdate'), ...ids], start, reading)
  const schedule = {
    startsAt: start.ms,
    excluded,
    added,
    ...(rule && { rule }),
    ...(endsAt !== undefined && { endsAt }),
  }
  const nextMs = new Recurrence(schedule, clock).nextAfter(nowMs)
  if (nextMs === undefined) throw new Unsupported('it is in the past')
  let startMs = start.ms
  if (startMs < 0) {
    if (rule?.count) throw new Unsupported('it began before 1970 and is limited to a number of occurrences')
    startMs = nextMs
    remarks.push('it starts at its next occurrence')
  }
  const recurs = rule !== undefined || added.length > 0
  const times = {
    when: localIso(startMs, start.zone),
    timezone: start.zone,
    minutes: minutesOf(entry, start, reading),
    ...(rule && recurrenceArguments(rule, clock.wallOf(startMs), endsAt)),
    ...(recurs && excluded.length > 0 && { exdates: bounded(excluded, reading) }),
    ...(added.length > 0 && { rdates: bounded(added, reading) }),
  }
  return { times, nextMs }
}

function startOf(entry: ICAL.Component, reading: Reading): Start {
  const property = entry.getFirstProperty('dtstart')
  const time = property?.getFirstValue()
  if (!property || !(time instanceof ICAL.Time)) throw new Unsupported('it has no start')
  const zone = zoneOf(property, reading.timeZone, reading.zones)
  const wall = wallOf(valuesOf(property)[0] ?? '')
  if (wall === undefined || time.year > 9998) throw new Unsupported('its start is not a valid date and time')
  if (time.isDate) reading.remarks.push('it was an all-day event and now lasts 24 hours from midnight')
  return { ms: wallClock(zone).momentOf(wall), zone, isDay: time.isDate }
}

/** @throws Unsupported for an unknown zone */
function zoneOf(property: ICAL.Property, otherwise: string, zones: CalendarZones): string {
  if (valuesOf(property)[0]?.endsWith('Z')) return 'UTC'
  const tzid = property.getFirstParameter('tzid')
  if (tzid === undefined) return otherwise
  const zone = zones.named(tzid)
  if (zone === undefined) throw new Unsupported(`its time zone ${shorten(tzid, 60)} is unknown`)
  return zone
}

/** The dates and times of a property as written, such as 2026-12-01T09:00:00Z; of a period, its start. */
function valuesOf(property: ICAL.Property): string[] {
  return (property.toJSON() as unknown[]).slice(3).map((value) => String(Array.isArray(value) ? value[0] : value))
}

/** The library turns 33 April into 3 May; here that is not a day. */
function wallOf(written: string): number | undefined {
  return parseTime(/^[\d-]{10}$/.test(written) ? `${written}T00:00:00Z` : `${written.replace(/Z$/, '')}Z`)
}

/** The moments of properties. A day without a time means the occurrence on that day. */
function momentsOf(properties: readonly ICAL.Property[], start: Start, { zones }: Reading): number[] {
  const startOfDay = wallClock(start.zone)
  const timeOfDay = ((startOfDay.wallOf(start.ms) % dayMs) + dayMs) % dayMs
  return properties.flatMap((property) => {
    const zone = zoneOf(property, start.zone, zones)
    return valuesOf(property).map((written) => {
      const wall = wallOf(written)
      if (wall === undefined) throw new Unsupported('one of its dates is not valid')
      return written.length === 10 ? startOfDay.momentOf(wall + timeOfDay) : wallClock(zone).momentOf(wall)
    })
  })
}

/** Arguments have a limited number of moments: those in the past matter least. */
function bounded(moments: readonly number[], { nowMs, remarks }: Reading): string[] {
  const all = [...new Set(moments)].filter((ms) => ms >= 0).sort((a, b) => a - b)
  const kept = all.length > maxMoments ? all.filter((ms) => ms >= nowMs) : all
  if (kept.length > maxMoments) remarks.push(`only ${maxMoments} of its exceptions were kept`)
  return kept.slice(0, maxMoments).map(iso)
}

function ruleOf(entry: ICAL.Component): Rule | undefined {
  const rules = entry.getAllProperties('rrule')
  const recur = rules[0]?.getFirstValue()
  if (rules.length === 0) return undefined
  if (rules.length > 1 || !(recur instanceof ICAL.Recur))
    throw new Unsupported('it has more than one recurrence rule, which is not supported')
  // Those of RFC 7529, which the library reads but does not write.
  const { rscale = 'GREGORIAN', skip = 'OMIT' } = recur as { rscale?: string; skip?: string }
  if (rscale.toUpperCase() !== 'GREGORIAN' || skip.toUpperCase() !== 'OMIT')
    throw new Unsupported('its recurrence rule has an RSCALE or a SKIP, which is not supported')
  return withFaults(() => parseRule(recur.toString()))
}

function withFaults<Value>(work: () => Value): Value {
  try {
    return work()
  } catch (failure) {
    if (failure instanceof RuleFault) throw new Unsupported(`its recurrence rule ${failure.message}`)
    throw failure
  }
}

const repeats: readonly Repeat[] = ['hourly', 'daily', 'weekly', 'monthly']

/** A rule as an argument: `repeat` if that means the same. */
function recurrenceArguments(
  rule: Rule,
  wall: number,
  endsAt: number | undefined,
): Pick<EntryTimes, 'repeat' | 'rrule'> {
  const text = ruleText(rule, rule.until && endsAt)
  const plain = ruleText(withoutImplied(rule, wall), rule.until && endsAt)
  const repeat = repeats.find((each) => ruleText(ruleOfRepeat(each, wall), undefined) === plain)
  return repeat ? { repeat } : { rrule: text }
}

/** A rule without parts that only repeat what its first occurrence says. */
function withoutImplied({ weekdays, monthDays, ...rule }: Rule, wall: number): Rule {
  const first = new Date(wall)
  const day = first.getUTCDate()
  const isWeekday = weekdays?.length === 1 && weekdays[0]?.day === first.getUTCDay() && weekdays[0].nth === undefined
  if (rule.frequency === 'WEEKLY' && isWeekday && rule.interval === 1) return { ...rule, weekStart: 1 }
  if (rule.frequency === 'MONTHLY' && !weekdays && monthDays?.length === 1) {
    if (monthDays[0] === day && day <= 28) return rule
    if (monthDays[0] === -1 && day === 31 && !rule.positions) {
      return { ...rule, monthDays: [28, 29, 30, 31], positions: [-1] }
    }
  }
  return { ...rule, ...(weekdays && { weekdays }), ...(monthDays && { monthDays }) }
}

function minutesOf(entry: ICAL.Component, start: Start, { zones, remarks }: Reading): number {
  const duration = entry.getFirstPropertyValue('duration')
  const end = entry.getFirstProperty('dtend')
  let minutes = start.isDay ? 1440 : 30
  if (duration instanceof ICAL.Duration) minutes = duration.toSeconds() / 60
  else if (end) {
    const wall = wallOf(valuesOf(end)[0] ?? '')
    minutes = wall === undefined ? 0 : (wallClock(zoneOf(end, start.zone, zones)).momentOf(wall) - start.ms) / 60_000
  }
  const rounded = Math.round(minutes)
  if (!Number.isFinite(minutes) || rounded < 1) {
    remarks.push('it had no duration and now lasts 1 minute')
    return 1
  }
  if (rounded > maxMinutes) remarks.push('it was longer than a week and was shortened to one week')
  return Math.min(rounded, maxMinutes)
}

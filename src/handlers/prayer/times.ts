import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { BoundedMap } from '#runtime/base/bounded-map.ts'
import { iso } from '#runtime/base/clock.ts'
import type { Point } from '#runtime/base/geo.ts'
import type { Context } from '#runtime/calls/context.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { Rules } from './calculation-methods.ts'
import { dayMs, type Moment, moments, type Prayer, type SolarDay, solarDay } from './solar-day.ts'
import { currentDay, wallTime, zoneOf } from './time-zone-argument.ts'

type Day = Result<'prayer.times'>
type Time = NonNullable<Day['times']['fajr']>

const firstYear = 1900
const lastYear = 2199
const prayers = moments.filter((moment): moment is Prayer => moment !== 'sunrise')

/** What is asked of a day. */
type Asked = Pick<Day, 'day' | 'timezone' | 'method' | 'asr' | 'high_latitude' | 'lat' | 'lon'>

/** A day of a place: all that does not depend on the moment. */
interface KeptDay {
  readonly answer: Omit<Day, 'next' | 'text'>
  readonly text: string
  /** The prayers from the day before to the day after, in order. */
  readonly prayers: readonly (Time & { readonly name: Prayer; readonly ms: number })[]
}

/** Days in one generation. Many ask for the same few places. */
const maxKept = 500
const kept = new BoundedMap<string, KeptDay>(maxKept)

/** `prayer.times`. */
export async function times(args: CallArgs<'prayer.times'>, ctx: Pick<Context, 'clock'>): Promise<Day> {
  const now = ctx.clock.now()
  const { lat, lon, tz = 'UTC', method = 'isna', asr = 'shafi', high_latitude = 'angle' } = args
  const timezone = await zoneOf(tz, { lat, lon })
  const today = currentDay(now, timezone)
  const day = args.day === undefined ? today : checkedDay(args.day)
  const known = dayOf({ day, timezone, method, asr, high_latitude, lat, lon })
  const coming = day === today ? known.prayers.find(({ ms }) => ms > now) : undefined
  if (!coming) return { ...known.answer, text: known.text }
  const { name, ms, local, at } = coming
  const seconds = Math.ceil((ms - now) / 1000)
  const text = `${known.text} Next is ${name}, in ${duration(seconds)}.`
  return { ...known.answer, next: { name, local, at, in_s: seconds }, text }
}

function dayOf(asked: Asked): KeptDay {
  const key = JSON.stringify(asked)
  const known = kept.get(key)
  if (known) return known
  const computed = computedDay(asked)
  kept.set(key, computed)
  return computed
}

function computedDay(asked: Asked): KeptDay {
  const { day, timezone, method, asr, high_latitude: highLatitude, lat, lon } = asked
  const days = daysAround({ lat, lon }, day, timezone, { method, asr, highLatitude })
  const solar = days[1] as SolarDay
  const answer = {
    ...asked,
    times: Object.fromEntries(entriesOf(solar).map(([moment, ms]) => [moment, timeOf(ms, timezone)])),
    estimated: [...solar.estimated],
    ...(solar.polar ? { polar: solar.polar } : {}),
  }
  const around = days
    .flatMap(({ times }) => prayers.flatMap((name) => (times[name] === undefined ? [] : [{ name, ms: times[name] }])))
    .sort((a, b) => a.ms - b.ms)
    .map(({ name, ms }) => ({ name, ms, ...timeOf(ms, timezone) }))
  return { answer, text: inWords(answer), prayers: around }
}

function checkedDay(day: string): string {
  const year = Number(day.slice(0, 4))
  if (year >= firstYear && year <= lastYear) return day
  throw errorOfFaults([{ path: 'day', message: `must be from ${firstYear} to ${lastYear}` }])
}

/**
 * The times around the noon of a calendar day in a zone, and those of the day before and after. The library's days are
 * those in UTC, which differ by one from the zone's near the date line.
 */
function daysAround(place: Point, day: string, timezone: string, rules: Rules): SolarDay[] {
  const number = Date.parse(day) / dayMs
  const noonMs = number * dayMs + dayMs / 2 - (place.lon / 360) * dayMs
  const shift = [0, 1, -1].find((days) => wallTime(noonMs + days * dayMs, timezone).day === day) ?? 0
  return [-1, 0, 1].map((days) => solarDay(place, number + shift + days, rules))
}

function entriesOf({ times }: SolarDay): [Moment, number][] {
  return moments.flatMap((moment) => (times[moment] === undefined ? [] : [[moment, times[moment]]]))
}

function timeOf(ms: number, timezone: string): Time {
  return { local: wallTime(ms, timezone).time, at: iso(ms) }
}

const polarInWords = { day: ' The sun does not set.', night: ' The sun does not rise.' } as const

function inWords({ day, timezone, times, estimated, polar }: KeptDay['answer']): string {
  const listed = moments.flatMap((moment) => (times[moment] ? [`${moment} ${times[moment].local}`] : []))
  const list = listed.length > 0 ? listed.join(', ') : 'no time occurs'
  const sky = polar ? polarInWords[polar] : ''
  const rule = estimated.length > 0 ? ` By rule, not by the sun: ${estimated.join(' and ')}.` : ''
  return `${longDay(day)}, ${timezone}: ${list}.${sky}${rule}`
}

const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function longDay(day: string): string {
  return long.format(Date.parse(day))
}

function duration(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

import tzLookup from '@photostructure/tz-lookup'
import type { Handler, Result } from '#generated/server/handlers.ts'
import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { iso } from '#runtime/base/clock.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import type { Point } from '#runtime/base/geo.ts'
import { timeInZone } from '#runtime/base/zoned-time.ts'
import type { Rules } from '../calculation-methods.ts'
import { type Moment, moments, type Prayer, type SolarDay, solarDay } from '../solar-day.ts'
import { dayMs } from '../sun.ts'

type Day = Result<'prayer.times'>
type Time = NonNullable<Day['times']['fajr']>

const firstYear = 1900
const lastYear = 2199
/** The month of the Umm al-Qura calendar. */
const hijriMonth = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura', { month: 'numeric', timeZone: 'UTC' })
const prayers = moments.filter((moment): moment is Prayer => moment !== 'sunrise')

export default (): Handler<'prayer.times'> => async (args, ctx) => {
  const now = ctx.clock.now()
  const { lat, lon, tz = 'UTC', method = 'isna', asr = 'shafi', high_latitude = 'angle' } = args
  // The meridian of 180 degrees is one place, whether it is named east or west.
  const place = { lat, lon: lon === -180 ? 180 : lon }
  const timezone = timeZoneOf(tz, place)
  const today = localTime(now, timezone).day
  const day = args.day === undefined ? today : checkedDay(args.day)
  const days = daysAround(place, day, timezone, { method, asr, highLatitude: high_latitude })
  const solar = days[1] as SolarDay
  const result = {
    ...{ day, timezone, method, asr, high_latitude, lat, lon },
    times: Object.fromEntries(entriesOf(solar).map(([moment, ms]) => [moment, timeOf(ms, timezone)])),
    estimated: [...solar.estimated],
    ...(solar.polar ? { polar: solar.polar } : {}),
  }
  const next = day === today ? nextPrayer(days, now) : undefined
  if (!next) return { ...result, text: textOf(result) }
  const in_s = Math.ceil((next.ms - now) / 1000)
  const text = `${textOf(result)} Next is ${next.name}, in ${durationText(in_s)}.`
  return { ...result, next: { name: next.name, ...timeOf(next.ms, timezone), in_s }, text }
}

function checkedDay(day: string): string {
  const year = Number(day.slice(0, 4))
  if (year >= firstYear && year <= lastYear) return day
  throw invalidArgument('day', `must be from ${firstYear} to ${lastYear}`)
}

/**
 * The times around the noon of a calendar day in a zone, and those of the days before and after. The library's days are in
 * UTC; near the date line they differ by one from those of the zone.
 */
function daysAround(place: Point, day: string, timezone: string, rules: Omit<Rules, 'isRamadan'>): SolarDay[] {
  const number = Date.parse(day) / dayMs
  const noonMs = number * dayMs + dayMs / 2 - (place.lon / 360) * dayMs
  const shift = [0, 1, -1].find((days) => localTime(noonMs + days * dayMs, timezone).day === day) ?? 0
  return [-1, 0, 1].map((days) =>
    solarDay(place, number + shift + days, { ...rules, isRamadan: isRamadan((number + days) * dayMs) }),
  )
}

function isRamadan(ms: number): boolean {
  return hijriMonth.format(ms) === '9'
}

function nextPrayer(days: readonly SolarDay[], now: number): { name: Prayer; ms: number } | undefined {
  const coming = days.flatMap(({ times }) =>
    prayers.flatMap((name) => (times[name] !== undefined && times[name] > now ? [{ name, ms: times[name] }] : [])),
  )
  return coming.sort((a, b) => a.ms - b.ms)[0]
}

function entriesOf({ times }: SolarDay): [Moment, number][] {
  return moments.flatMap((moment) => (times[moment] === undefined ? [] : [[moment, times[moment]]]))
}

function timeOf(ms: number, timezone: string): Time {
  return { local: localTime(ms, timezone).time, at: iso(ms) }
}

/** Day and time to the minute by the clocks of a zone: `YYYY-MM-DD` and `HH:MM`. */
function localTime(ms: number, timezone: string): { day: string; time: string } {
  const local = timeInZone(ms, timezone)
  return { day: local.slice(0, 10), time: local.slice(11, 16) }
}

const polarTexts = { day: ' The sun does not set.', night: ' The sun does not rise.' } as const
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

function textOf({ day, timezone, times, estimated, polar }: Omit<Day, 'next' | 'text'>): string {
  const listed = moments.flatMap((moment) => (times[moment] ? [`${moment} ${times[moment].local}`] : []))
  const list = listed.length > 0 ? listed.join(', ') : 'no time occurs'
  const sky = polar ? polarTexts[polar] : ''
  const rule = estimated.length > 0 ? ` Estimated by rule, not by the sun: ${estimated.join(' and ')}.` : ''
  return `${longDay.format(Date.parse(day))}, ${timezone}: ${list}.${sky}${rule}`
}

function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${minutes % 60} min`
}

/**
 * The time zone of a call by its current name.
 *
 * @param tz a name, or `place` for the zone of the point
 * @throws ApiError invalid_argument for an unknown zone
 */
function timeZoneOf(tz: string, { lat, lon }: Point): string {
  const name = tz === 'place' ? tzLookup(lat, lon) : tz
  // Offsets are not IANA names, although some JavaScript engines accept them.
  const isName = /^[A-Za-z]/.test(name)
  const known = timeZoneNamed(name) ?? (isName ? acceptedName(name) : undefined)
  if (known !== undefined) return known
  throw invalidArgument('tz', 'must be an IANA time zone such as Europe/London, or place')
}

/** Other names of zones, such as `US/Eastern` and `Etc/GMT+3`, as the engine spells them. */
function acceptedName(name: string): string | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-GB', { timeZone: name }).resolvedOptions()
    return timeZoneNamed(timeZone) ?? timeZone
  } catch {
    return undefined
  }
}

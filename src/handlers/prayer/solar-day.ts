import { Coordinates, PrayerTimes } from 'adhan'
import type { Point } from '#runtime/base/geo.ts'
import { afternoonOf, parametersOf, type Rules, sunAlone } from './calculation-methods.ts'
import { dayMs, sunDeclination } from './sun.ts'

const minuteMs = 60_000
/** The altitude of the sun's centre at sunrise and sunset, by refraction and its size. */
const horizonDegrees = -0.833

/** The times of a day, in order; sunrise is not a prayer. */
export const moments = ['fajr', 'sunrise', 'dhuhr', 'asr', 'maghrib', 'isha'] as const
export type Moment = (typeof moments)[number]
export type Prayer = Exclude<Moment, 'sunrise'>

/** The times around one noon. */
export interface SolarDay {
  /** Epoch milliseconds, on the minute; those that do not occur are absent. */
  readonly times: Partial<Record<Moment, number>>
  /** The prayers whose time is set by a rule instead of the sun. */
  readonly estimated: readonly Prayer[]
  /** If the sun stays up or down all day. */
  readonly polar?: 'day' | 'night'
}

/**
 * The times around the noon of a place that is nearest to a civil date in UTC.
 *
 * @param dayNumber days since 1970-01-01
 */
export function solarDay(place: Point, dayNumber: number, rules: Rules): SolarDay {
  const at = new Coordinates(place.lat, place.lon)
  const noonMs = dayNumber * dayMs + dayMs / 2 - (place.lon / 360) * dayMs
  const { date, computed } = timesAround(at, dayNumber, noonMs, rules)
  const polar = Number.isNaN(computed.sunrise.getTime()) ? polarOf(place.lat, noonMs) : undefined
  // At a pole the sun has no highest point of the day, so noon is not defined.
  if (Math.abs(place.lat) === 90) return { times: {}, estimated: [], ...(polar ? { polar } : {}) }
  const times: Partial<Record<Moment, number>> = {}
  for (const moment of moments) {
    const ms = computed[moment].getTime()
    // The library rounds to minutes and leaves milliseconds behind.
    if (!Number.isNaN(ms)) times[moment] = Math.floor(ms / minuteMs) * minuteMs
  }
  // The library computes the afternoon with the sun's declination at midnight UTC, which is wrong by minutes in the north.
  const asr = afternoonOf(place, noonMs, rules)
  if (asr === undefined || !isAfternoon({ ...times, asr })) delete times.asr
  else times.asr = asr
  // If the night has only minutes, the library's fractions of it can be on the wrong side of sunrise and sunset.
  const { fajr, sunrise, maghrib, isha } = times
  if (fajr !== undefined && sunrise !== undefined && fajr > sunrise) delete times.fajr
  if (isha !== undefined && maghrib !== undefined && isha < maghrib) delete times.isha
  return { times, estimated: estimatedIn(times, at, date, rules), ...(polar ? { polar } : {}) }
}

/** The library's times around a noon. Close to the date line, it can take a date for the one before or after. */
function timesAround(at: Coordinates, dayNumber: number, noonMs: number, rules: Rules) {
  const date = localNoon(dayNumber)
  const computed = new PrayerTimes(at, date, parametersOf(rules))
  const daysOff = Math.round((computed.dhuhr.getTime() - noonMs) / dayMs)
  if (!daysOff) return { date, computed }
  const other = localNoon(dayNumber - daysOff)
  return { date: other, computed: new PrayerTimes(at, other, parametersOf(rules)) }
}

/** Whether the afternoon prayer is after the noon prayer and before that of sunset, with the minutes that methods add. */
function isAfternoon({ dhuhr, asr, maghrib }: SolarDay['times']): boolean {
  return asr !== undefined && (dhuhr === undefined || asr > dhuhr) && (maghrib === undefined || asr < maghrib)
}

/** The prayers whose time differs from that of the sun's angle. */
function estimatedIn(times: SolarDay['times'], at: Coordinates, date: Date, rules: Rules): Prayer[] {
  const bySun = new PrayerTimes(at, date, sunAlone(rules))
  return (['fajr', 'isha'] as const).filter((prayer) => {
    const ms = times[prayer]
    if (ms === undefined) return false
    return !(Math.abs(bySun[prayer].getTime() - ms) < minuteMs)
  })
}

/** The library reads year, month and day of a date by the clock of the machine. */
function localNoon(dayNumber: number): Date {
  const utc = new Date(dayNumber * dayMs)
  return new Date(utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate(), 12)
}

/** Whether the sun is up at noon of a day on which it neither rises nor sets. */
function polarOf(lat: number, noonMs: number): 'day' | 'night' {
  return 90 - Math.abs(lat - sunDeclination(noonMs)) > horizonDegrees ? 'day' : 'night'
}

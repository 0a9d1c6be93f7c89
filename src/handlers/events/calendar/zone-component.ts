import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'

/** For how long before the first event and after now changes of a zone are listed. */
const maxPastYears = 20
const futureYears = 5

/** The name of a zone in a calendar; an offset needs one that no program takes for a city. */
export function zoneName(timezone: string): string {
  return /^[+-]/.test(timezone) ? `UTC${timezone}` : timezone
}

/**
 * The definition of a zone (RFC 5545, 3.6.5): every change between the first event and some years from now by its date,
 * because rules for them are not to be had.
 */
export function zoneComponent(timezone: string, firstMs: number, nowMs: number): ICAL.Component {
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
    // A change is named by what clocks showed before it.
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

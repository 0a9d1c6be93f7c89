import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { parseTime } from '#runtime/base/clock.ts'
import { Recurrence } from '../time/recurrence.ts'
import { parseRule } from '../time/rule.ts'
import { wallClock } from '../time/zones.ts'

const yearMs = 366 * 86_400_000
const weekMs = 7 * 86_400_000
const maxDefinitions = 100
/** Periods of a definition, changes of the rule of a period in four years, and changes of all. Real ones have a few. */
const maxPeriods = 250
const maxRuleChanges = 10
const maxChanges = 500
const maxName = 100
/** Parts of a zone's name, such as America/Argentina/Salta. */
const maxParts = 3

/** From a moment on, the clock of a zone is `to` milliseconds ahead of UTC, and was `from` before. */
interface Change {
  readonly at: number
  readonly from: number
  readonly to: number
}

/**
 * The time zones that a calendar names. Names are those of IANA, also old ones, or those of Windows (by CLDR's
 * windowsZones). A zone with any other name is found by its definition: one whose clock is the same in this year and
 * the next.
 */
export class CalendarZones {
  readonly #definitions = new Map<string, string>()
  readonly #found = new Map<string, string | undefined>()
  readonly #preferred: string
  readonly #nowMs: number

  /** @param preferred the zone to choose if it is among several with the same clock */
  constructor(preferred: string, nowMs: number) {
    this.#preferred = preferred
    this.#nowMs = nowMs
  }

  /** Adds the text of a VTIMEZONE component. */
  define(text: string): void {
    const name = /^TZID(?:;[^:\r\n]*)?:(.*)$/im.exec(text.replace(/\r?\n[ \t]/g, ''))?.[1]?.trim()
    if (name && this.#definitions.size < maxDefinitions && !this.#definitions.has(name)) {
      this.#definitions.set(name, text)
    }
  }

  /** The IANA zone, or the offset, that a TZID means; undefined if it is unknown. */
  named(tzid: string): string | undefined {
    if (!this.#found.has(tzid)) this.#found.set(tzid, this.#find(tzid))
    return this.#found.get(tzid)
  }

  #find(tzid: string): string | undefined {
    const known = knownZone(tzid)
    const definition = this.#definitions.get(tzid)
    if (known !== undefined || definition === undefined) return known
    try {
      const zone = new ICAL.Component(ICAL.parse(definition) as never)
      return (
        knownZone(String(zone.getFirstPropertyValue('x-lic-location') ?? '')) ??
        this.#ofClock(changesOf(zone, this.#nowMs))
      )
    } catch {
      return undefined
    }
  }

  /** A zone whose clock changes in the same way. */
  #ofClock(changes: readonly Change[]): string | undefined {
    const [first] = changes
    if (!first) return undefined
    const from = startOfYear(this.#nowMs)
    const to = from + 2 * yearMs
    const samples = changes.filter(({ at }) => at > from && at < to).flatMap(({ at }) => [at - 60_000, at])
    for (let at = from; at < to; at += weekMs) samples.push(at)
    const offsets = new Map(
      samples.map((at) => [at, changes.findLast((change) => change.at <= at)?.to ?? first.from] as const),
    )
    const distinct = [...new Set(offsets.values())]
    if (distinct.length === 1) return offsetName(distinct[0] as number)
    return [this.#preferred, ...windowsZones().values()].find((zone) => {
      const { wallOf } = wallClock(zone)
      return [...offsets].every(([at, offset]) => wallOf(at) - at === offset)
    })
  }
}

function knownZone(name: string): string | undefined {
  if (name.length > maxName) return undefined
  const offset = /^UTC([+-]\d\d:\d\d)$/.exec(name)?.[1]
  if (offset !== undefined) return offset
  // Some programs put their own name and a version before the name of the zone: /example.org/2024a/Europe/Berlin
  const parts = (name.startsWith('/') ? name.slice(1).split('/') : [name]).slice(-maxParts)
  for (const index of parts.keys()) {
    const rest = parts.slice(index).join('/')
    const zone = timeZoneNamed(rest) ?? currentZone(rest) ?? windowsZones().get(rest.toLowerCase())
    if (zone !== undefined) return zone
  }
  return undefined
}

/** The current name of a zone by an old one, such as `US/Eastern`. */
function currentZone(name: string): string | undefined {
  if (!/^[A-Za-z]/.test(name)) return undefined
  try {
    return timeZoneNamed(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return undefined
  }
}

let ofWindows: ReadonlyMap<string, string> | undefined

/** The main zone of each name of Windows, in lower case. */
function windowsZones(): ReadonlyMap<string, string> {
  ofWindows ??= new Map(
    readFileSync(join(import.meta.dirname, 'windows-zones.tsv'), 'utf8')
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [name = '', zone = ''] = line.split('\t')
        const hours = /^Etc\/GMT([+-]\d+)$/.exec(zone)?.[1]
        // The signs of these names are reversed.
        const current = hours === undefined ? currentZone(zone) : offsetName(-Number(hours) * 3_600_000)
        return current === undefined ? [] : [[name.toLowerCase(), current] as const]
      }),
  )
  return ofWindows
}

function offsetName(ms: number): string {
  if (ms === 0) return 'UTC'
  const minutes = Math.abs(Math.round(ms / 60_000))
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

function startOfYear(ms: number): number {
  return Date.UTC(new Date(ms).getUTCFullYear(), 0, 1)
}

/** The changes of a defined clock until the end of next year, in order. */
function changesOf(zone: ICAL.Component, nowMs: number): Change[] {
  const from = startOfYear(nowMs) - 2 * yearMs
  const to = startOfYear(nowMs) + 2 * yearMs
  const periods = [...zone.getAllSubcomponents('standard'), ...zone.getAllSubcomponents('daylight')]
  if (periods.length > maxPeriods) throw new Error('The definition of a time zone is too long.')
  const changes = periods.flatMap((period) => changesOfPeriod(period, from, to))
  if (changes.length > maxChanges) throw new Error('The definition of a time zone is too long.')
  return changes.sort((a, b) => a.at - b.at)
}

function changesOfPeriod(period: ICAL.Component, fromMs: number, toMs: number): Change[] {
  const [from, to] = [offsetOf(period, 'tzoffsetfrom'), offsetOf(period, 'tzoffsetto')]
  const starts = wallTimes(period, 'dtstart')
  const startsAt = starts[0] as number
  const given = [...starts, ...wallTimes(period, 'rdate')]
  const recur = period.getFirstPropertyValue('rrule')
  const walls =
    recur instanceof ICAL.Recur ? [...given, ...wallsOfRule(recur, { startsAt, from, fromMs, toMs })] : given
  return walls.map((wall) => ({ at: wall - from, from, to }))
}

function wallsOfRule(
  recur: ICAL.Recur,
  { startsAt, from, fromMs, toMs }: { startsAt: number; from: number; fromMs: number; toMs: number },
): number[] {
  const rule = parseRule(recur.toString())
  const { until } = rule
  const end = until && (until.isLocal ? until.ms : until.ms + from)
  const schedule = { startsAt, rule, ...(end === undefined ? {} : { endsAt: end }) }
  return [...new Recurrence(schedule, wallClock('UTC')).between(fromMs, toMs).take(maxRuleChanges)]
}

function offsetOf(period: ICAL.Component, name: string): number {
  const offset = period.getFirstPropertyValue(name)
  if (!(offset instanceof ICAL.UtcOffset)) throw new Error(`The definition of a time zone has no ${name}.`)
  return offset.toSeconds() * 1000
}

function wallTimes(period: ICAL.Component, name: string): number[] {
  return period
    .getAllProperties(name)
    .flatMap((property) => (property.toJSON() as unknown[]).slice(3))
    .map((written) => {
      const wall = parseTime(`${String(written).replace(/Z$/, '')}Z`)
      if (wall === undefined) throw new Error(`The definition of a time zone has an invalid ${name}.`)
      return wall
    })
}

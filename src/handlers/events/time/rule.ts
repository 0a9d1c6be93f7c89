import { parseTime } from '#runtime/base/clock.ts'

const dayMs = 86_400_000
/** Densest recurrence: once an hour. */
const maxTimesOfDay = 24
const maxInterval = 1000
const maxCount = 1000
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']

export type Frequency = 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY'
const frequencies: readonly string[] = ['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] satisfies Frequency[]

/** A day of the week, 0 for Sunday; `nth` of the month or the year, negative from its end. */
export interface RuleWeekday {
  readonly day: number
  readonly nth?: number
}

/** A recurrence rule (RFC 5545, 3.3.10). Absent parts are undefined. */
export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  readonly weekStart: number
  readonly months?: readonly number[]
  readonly weeks?: readonly number[]
  readonly yearDays?: readonly number[]
  readonly monthDays?: readonly number[]
  readonly weekdays?: readonly RuleWeekday[]
  readonly hours?: readonly number[]
  readonly minutes?: readonly number[]
  readonly seconds?: readonly number[]
  readonly positions?: readonly number[]
  readonly count?: number
  readonly until?: RuleEnd
}

/** The end of a rule: a moment in UTC, or a local time in the zone of the event. A day counts until its last second. */
export interface RuleEnd {
  readonly ms: number
  readonly isLocal: boolean
}

/** A rule that is invalid or not supported. The message continues a sentence whose subject is the rule. */
export class RuleFault extends Error {}

/**
 * Parses a rule such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`, with or without `RRULE:` before it.
 *
 * @throws RuleFault
 */
export function parseRule(text: string): Rule {
  const parts = partsOf(text)
  const frequency = parts.get('FREQ')
  if (frequency === undefined) throw new RuleFault('must have a FREQ, such as FREQ=WEEKLY')
  if (!frequencies.includes(frequency))
    throw new RuleFault('must have a FREQ of HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY')
  if (parts.has('COUNT') && parts.has('UNTIL')) throw new RuleFault('must not have both COUNT and UNTIL')
  const rule = withoutAbsent({
    frequency: frequency as Frequency,
    interval: number(parts, 'INTERVAL', maxInterval) ?? 1,
    weekStart: weekStartOf(parts.get('WKST')),
    months: numbers(parts, 'BYMONTH', 1, 12),
    weeks: numbers(parts, 'BYWEEKNO', -53, 53),
    yearDays: numbers(parts, 'BYYEARDAY', -366, 366),
    monthDays: numbers(parts, 'BYMONTHDAY', -31, 31),
    weekdays: weekdaysOf(parts.get('BYDAY')),
    hours: numbers(parts, 'BYHOUR', 0, 23),
    minutes: numbers(parts, 'BYMINUTE', 0, 59),
    seconds: numbers(parts, 'BYSECOND', 0, 59),
    positions: numbers(parts, 'BYSETPOS', -366, 366),
    count: number(parts, 'COUNT', maxCount),
    until: untilOf(parts.get('UNTIL')),
  })
  checkCombination(rule)
  return rule
}

const known = new Set([
  ...['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'WKST', 'BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY', 'BYDAY'],
  ...['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'],
])

function partsOf(text: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, '')
    .replace(/;$/, '')
    .toUpperCase()
    .split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (!known.has(name) || value === '' || more.length > 0)
      throw new RuleFault('must consist of parts of RFC 5545, such as FREQ=WEEKLY;BYDAY=MO,WE')
    if (parts.has(name)) throw new RuleFault(`must have ${name} only once`)
    parts.set(name, value)
  }
  return parts
}

function withoutAbsent(rule: { [Name in keyof Rule]: Rule[Name] | undefined }): Rule {
  return Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)) as unknown as Rule
}

function number(parts: ReadonlyMap<string, string>, name: string, max: number): number | undefined {
  const value = parts.get(name)
  if (value === undefined) return undefined
  if (!/^\d{1,9}$/.test(value) || Number(value) < 1 || Number(value) > max)
    throw new RuleFault(`must have ${name} between 1 and ${max}`)
  return Number(value)
}

function numbers(parts: ReadonlyMap<string, string>, name: string, min: number, max: number): number[] | undefined {
  const values = parts.get(name)?.split(',')
  if (!values) return undefined
  const isValid = (value: string) =>
    /^[+-]?\d{1,3}$/.test(value) && Number(value) >= min && Number(value) <= max && (min >= 0 || Number(value) !== 0)
  if (!values.every(isValid))
    throw new RuleFault(`must have ${name} of numbers from ${min} to ${max}${min < 0 ? ' except 0' : ''}`)
  return [...new Set(values.map(Number))].sort((a, b) => a - b)
}

function weekStartOf(value: string | undefined): number {
  const day = weekdays.indexOf(value ?? 'MO')
  if (day === -1) throw new RuleFault('must have a WKST that is a day, such as MO')
  return day
}

function weekdaysOf(value: string | undefined): RuleWeekday[] | undefined {
  if (value === undefined) return undefined
  return [...new Set(value.split(','))].map((each) => {
    const [, nth, name = ''] = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(each) ?? []
    const day = weekdays.indexOf(name)
    if (day === -1 || (nth !== undefined && (Number(nth) === 0 || Math.abs(Number(nth)) > 53)))
      throw new RuleFault(
        'must have a BYDAY that lists days, such as MO, or 2TU for the second Tuesday and -1FR for the last Friday',
      )
    return nth === undefined ? { day } : { day, nth: Number(nth) }
  })
}

function untilOf(value: string | undefined): RuleEnd | undefined {
  if (value === undefined) return undefined
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z)?)?$/.exec(value) ?? []
  const time = hour === undefined ? '00:00:00' : `${hour}:${minute}:${second}`
  const ms = year === undefined ? undefined : parseTime(`${year}-${month}-${day}T${time}Z`)
  if (ms === undefined)
    throw new RuleFault('must have an UNTIL that is an existing day or time, such as 20261231 or 20261231T180000Z')
  return { ms: hour === undefined ? ms + dayMs - 1000 : ms, isLocal: utc === undefined }
}

function checkCombination({ frequency, ...rule }: Rule): void {
  const only = (name: string, ...allowed: Frequency[]): void => {
    if (!allowed.includes(frequency)) throw new RuleFault(`must not have ${name} with FREQ=${frequency}`)
  }
  const hasNth = rule.weekdays?.some(({ nth }) => nth !== undefined)
  if (rule.weeks) only('BYWEEKNO', 'YEARLY')
  if (rule.yearDays) only('BYYEARDAY', 'YEARLY')
  if (rule.monthDays) only('BYMONTHDAY', 'YEARLY', 'MONTHLY', 'DAILY', 'HOURLY')
  if (hasNth) only('a number before a day in BYDAY', 'YEARLY', 'MONTHLY')
  if (hasNth && rule.weeks) throw new RuleFault('must not have a number before a day in BYDAY with BYWEEKNO')
  if (rule.minutes) only('BYMINUTE', 'YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY')
  if (rule.seconds) only('BYSECOND', 'YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY')
  if (rule.positions) {
    only('BYSETPOS', 'YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY')
    const { months, weeks, yearDays, monthDays, weekdays: days, hours, minutes, seconds } = rule
    if (![months, weeks, yearDays, monthDays, days, hours, minutes, seconds].some(Boolean))
      throw new RuleFault('must have another BY part if it has BYSETPOS')
  }
  const times = [rule.hours, rule.minutes, rule.seconds].reduce((product, each) => product * (each?.length ?? 1), 1)
  if (times > maxTimesOfDay) throw new RuleFault(`must have at most ${maxTimesOfDay} times a day`)
}

/** A rule as text, whose `UNTIL` is in UTC as calendars require for events with a time zone. */
export function ruleText(rule: Rule, untilMs: number | undefined): string {
  const days = rule.weekdays?.map(({ day, nth }) => `${nth ?? ''}${weekdays[day]}`)
  const parts: [string, string | number | undefined][] = [
    ['FREQ', rule.frequency],
    ['INTERVAL', rule.interval === 1 ? undefined : rule.interval],
    ['BYMONTH', rule.months?.join()],
    ['BYWEEKNO', rule.weeks?.join()],
    ['BYYEARDAY', rule.yearDays?.join()],
    ['BYMONTHDAY', rule.monthDays?.join()],
    ['BYDAY', days?.join()],
    ['BYHOUR', rule.hours?.join()],
    ['BYMINUTE', rule.minutes?.join()],
    ['BYSECOND', rule.seconds?.join()],
    ['BYSETPOS', rule.positions?.join()],
    ['WKST', rule.weekStart === 1 ? undefined : weekdays[rule.weekStart]],
    ['COUNT', rule.count],
    ['UNTIL', untilMs === undefined ? undefined : utcText(untilMs)],
  ]
  return parts
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(';')
}

function utcText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

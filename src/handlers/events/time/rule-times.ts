import type { Rule, RuleWeekday } from './rule.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/**
 * Days that are searched for an occurrence: 40 years can pass between two 29 February on the same day of the week. It bounds
 * the cost of a rule that never occurs.
 */
const maxEmptyDays = 15_000
/** Days of 400 years, after which the calendar repeats. */
const daysOfEra = 146_097
/** Days from 1 March of the year 0 to 1 January 1970. */
const daysToEpoch = 719_468

/** Days are numbered from 1 January 1970. */
interface CalendarDay {
  readonly number: number
  readonly year: number
  /** From 0. */
  readonly month: number
  readonly day: number
  /** 0 for Sunday. */
  readonly weekday: number
}

/** By whole numbers, because `Date` is ten times slower. Years are counted from March here, so that a leap day is their last. */
function calendarDay(number: number): CalendarDay {
  const days = number + daysToEpoch
  const era = Math.floor(days / daysOfEra)
  const ofEra = days - era * daysOfEra
  const yearOfEra = Math.floor(
    (ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365,
  )
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const month = (fromMarch + 2) % 12
  return {
    number,
    year: era * 400 + yearOfEra + (month < 2 ? 1 : 0),
    month,
    day: ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1,
    weekday: weekdayOf(number),
  }
}

/** 0 for Sunday. */
function weekdayOf(day: number): number {
  return modulo(day + 4, 7)
}

/** The number of the first day of a month; months before 0 and after 11 are those of other years. */
function firstOf(year: number, month: number): number {
  const months = year * 12 + month - 2
  const fromMarch = modulo(months, 12)
  const of = Math.floor(months / 12)
  const era = Math.floor(of / 400)
  const yearOfEra = of - era * 400
  const ofYear = Math.floor((153 * fromMarch + 2) / 5)
  const ofEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + ofYear
  return era * daysOfEra + ofEra - daysToEpoch
}

/** Days whose times come together, if they depend neither on the days before nor after them. */
const daysAtOnce = 28

/** Whether a rule has at most one time on each day. */
export function isOnceADay({ frequency, hours, minutes, seconds }: Rule): boolean {
  return frequency !== 'HOURLY' && [hours, minutes, seconds].every((each) => each === undefined || each.length === 1)
}

/**
 * The times of a rule by the clock of its event (see `WallClock`) between `from` and `to`, in order, a few at a time:
 * those of one day, or of several days for a rule with one time a day. They include some from after `to`, and from before
 * the first occurrence.
 */
export function* timesOfRule(rule: Rule, start: number, from: number, to: number): Generator<readonly number[]> {
  const full = withDefaults(rule, start)
  const timesIn = timesOfPeriods(full, start)
  const periods = periodsOf(full)
  const first = periods.of(Math.floor(start / dayMs))
  const interval = rule.frequency === 'HOURLY' ? 1 : rule.interval
  const ahead = Math.max(0, Math.ceil((periods.of(Math.floor(from / dayMs)) - first) / interval))
  let empty = 0
  for (let period = first + ahead * interval; empty < maxEmptyDays; period += interval) {
    const [begin, end] = [periods.begin(period), periods.begin(period + 1)]
    if (begin * dayMs >= to) return
    empty += end - begin
    for (const times of timesIn(begin, end)) {
      if ((times.at(-1) as number) < from) continue
      empty = 0
      // A caller asks the clock of a zone for each, which takes long.
      yield (times[0] as number) < from ? times.filter((time) => time >= from) : times
    }
  }
}

/** What a rule does not say, the first occurrence says. */
function withDefaults(rule: Rule, start: number): Rule {
  const { frequency, weeks, yearDays, monthDays, weekdays } = rule
  if (yearDays || monthDays || weekdays) return rule
  const { month, day, weekday } = calendarDay(Math.floor(start / dayMs))
  if (weeks || frequency === 'WEEKLY') return { ...rule, weekdays: [{ day: weekday }] }
  if (frequency === 'MONTHLY') return { ...rule, monthDays: [day] }
  if (frequency === 'YEARLY') return { ...rule, months: rule.months ?? [month + 1], monthDays: [day] }
  return rule
}

/** The periods of a frequency, numbered in order: the one of a day, and the first day of each. */
function periodsOf({ frequency, interval, weekStart, positions }: Rule): {
  of(day: number): number
  begin(period: number): number
} {
  if (frequency === 'YEARLY') return { of: (day) => calendarDay(day).year, begin: (year) => firstOf(year, 0) }
  if (frequency === 'MONTHLY') {
    return {
      of: (number) => {
        const { year, month } = calendarDay(number)
        return year * 12 + month
      },
      begin: (period) => firstOf(Math.floor(period / 12), modulo(period, 12)),
    }
  }
  if (frequency === 'WEEKLY') {
    // 1 January 1970 was a Thursday.
    const shift = modulo(4 - weekStart, 7)
    return { of: (day) => Math.floor((day + shift) / 7), begin: (week) => week * 7 - shift }
  }
  const days = positions || (frequency === 'DAILY' && interval > 1) ? 1 : daysAtOnce
  return { of: (day) => Math.floor(day / days), begin: (period) => period * days }
}

/** The times of the days from `begin` until before `end`, which are a period of the rule. */
type TimesOfPeriod = (begin: number, end: number) => readonly number[][]

function timesOfPeriods(rule: Rule, start: number): TimesOfPeriod {
  const daysIn = daysOfPeriods(rule)
  const isOn = daysOf(rule)
  const timesOn = timesOfDays(rule, start)
  const { positions } = rule
  const [onceAt] = isOnceADay(rule) && !positions ? timesOn(0) : []
  return (begin, end) => {
    const days = daysIn(begin, end).filter(isOn)
    if (days.length === 0) return []
    if (onceAt !== undefined) return [days.map((day) => day * dayMs + onceAt)]
    const all = days.map(timesOn)
    return positions ? timesAt(positions, all.flat(), days) : all.filter((times) => times.length > 0)
  }
}

/** The days of a period on which a rule may occur, in order: few, if the rule names them. */
function daysOfPeriods(rule: Rule): (begin: number, end: number) => number[] {
  const { frequency, months, monthDays, weekdays, weekStart } = rule
  if (frequency === 'WEEKLY' && weekdays) {
    const ofWeek = inOrder(weekdays.map(({ day }) => modulo(day - weekStart, 7)))
    return (begin) => ofWeek.map((day) => begin + day)
  }
  if (frequency === 'MONTHLY' && monthDays) return (begin, end) => daysOfMonth(monthDays, begin, end)
  if (frequency === 'YEARLY' && months && monthDays) {
    return (begin) => {
      const { year } = calendarDay(begin)
      return months.flatMap((month) => daysOfMonth(monthDays, firstOf(year, month - 1), firstOf(year, month)))
    }
  }
  return (begin, end) => {
    const days: number[] = []
    for (let day = begin; day < end; day++) days.push(day)
    return days
  }
}

function daysOfMonth(monthDays: readonly number[], begin: number, end: number): number[] {
  const days = monthDays.map((day) => (day > 0 ? begin + day - 1 : end + day))
  return inOrder(days).filter((day) => day >= begin && day < end)
}

function inOrder(numbers: readonly number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b)
}

/** Those of all times that are at some places, by day. */
function timesAt(positions: readonly number[], all: readonly number[], days: readonly number[]): number[][] {
  const chosen = positions.map((position) => all.at(position > 0 ? position - 1 : position))
  const ordered = inOrder(chosen.filter((each) => each !== undefined))
  return days
    .map((day) => ordered.filter((time) => Math.floor(time / dayMs) === day))
    .filter((times) => times.length > 0)
}

/** Whether a rule occurs on a day. The day of the week, which costs least, is looked at first. */
function daysOf(rule: Rule): (day: number) => boolean {
  const { months, weeks, yearDays, monthDays, weekdays } = rule
  const onWeekday = weekdays && [0, 1, 2, 3, 4, 5, 6].map((day) => weekdays.some((each) => each.day === day))
  const hasMore = [months, weeks, yearDays, monthDays, weekdays?.find(({ nth }) => nth !== undefined)].some(Boolean)
  return (day) => {
    if (onWeekday && !onWeekday[weekdayOf(day)]) return false
    return !hasMore || isOn(rule, calendarDay(day))
  }
}

function isOn(rule: Rule, date: CalendarDay): boolean {
  const { months, weeks, yearDays, monthDays, weekdays } = rule
  if (months && !months.includes(date.month + 1)) return false
  if (monthDays && !has(monthDays, date.day, firstOf(date.year, date.month + 1) - firstOf(date.year, date.month)))
    return false
  if (yearDays && !has(yearDays, dayOfYear(date), daysOfYear(date.year))) return false
  if (weeks && !isInWeek(weeks, date, rule.weekStart)) return false
  return !weekdays || weekdays.some((each) => isWeekday(each, date, rule))
}

/** Whether a place, counted from 1, is among numbers that count from the end if they are negative. */
function has(numbers: readonly number[], place: number, total: number): boolean {
  return numbers.includes(place) || numbers.includes(place - total - 1)
}

function isWeekday({ day, nth }: RuleWeekday, date: CalendarDay, { frequency, months }: Rule): boolean {
  if (date.weekday !== day) return false
  if (nth === undefined) return true
  const isOfMonth = frequency === 'MONTHLY' || months !== undefined
  const place = isOfMonth ? date.day : dayOfYear(date)
  const total = isOfMonth ? firstOf(date.year, date.month + 1) - firstOf(date.year, date.month) : daysOfYear(date.year)
  return nth > 0 ? Math.ceil(place / 7) === nth : Math.ceil((total - place + 1) / 7) === -nth
}

/** Weeks are counted as in ISO 8601: the first has at least four days of its year. */
function isInWeek(weeks: readonly number[], { number, weekday }: CalendarDay, weekStart: number): boolean {
  const middle = calendarDay(number - modulo(weekday - weekStart, 7) + 3)
  const last = firstOf(middle.year + 1, 0) - 4
  const lastMiddle = last - modulo(calendarDay(last).weekday - weekStart, 7) + 3
  const total = Math.ceil(dayOfYear(calendarDay(lastMiddle)) / 7)
  return has(weeks, Math.ceil(dayOfYear(middle) / 7), total)
}

/** The times of a day on which the rule occurs. */
type TimesOn = (day: number) => number[]

function timesOfDays(rule: Rule, start: number): TimesOn {
  if (rule.frequency === 'HOURLY') return (day) => timesOfDay(rule, start, day)
  const times = timesOfDay(rule, start, 0)
  return (day) => times.map((time) => day * dayMs + time)
}

function timesOfDay(rule: Rule, start: number, day: number): number[] {
  const { hours, minutes, seconds } = rule
  const first = new Date(start)
  const rest = modulo(start, 1000)
  const times: number[] = []
  for (const hour of rule.frequency === 'HOURLY' ? hoursInStep(rule, start, day) : (hours ?? [first.getUTCHours()]))
    for (const minute of minutes ?? [first.getUTCMinutes()])
      for (const second of seconds ?? [first.getUTCSeconds()])
        times.push(day * dayMs + hour * hourMs + minute * 60_000 + second * 1000 + rest)
  return times
}

function hoursInStep({ interval, hours }: Rule, start: number, day: number): number[] {
  const first = Math.floor(start / hourMs)
  const found: number[] = []
  for (let hour = modulo(first - day * 24, interval); hour < 24; hour += interval) {
    if (!hours || hours.includes(hour)) found.push(hour)
  }
  return found
}

function dayOfYear({ number, year }: CalendarDay): number {
  return number - firstOf(year, 0) + 1
}

function daysOfYear(year: number): number {
  return firstOf(year + 1, 0) - firstOf(year, 0)
}

function modulo(value: number, by: number): number {
  return ((value % by) + by) % by
}

import { timeInZone } from '#runtime/base/zoned-time.ts'

/** The limit of OpenStreetMap. */
const maxLength = 255
const dayMinutes = 1440
const weekdays = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A period of the year, inclusive, in days such as `331` for 31 March. It may pass the end of the year. */
interface Season {
  readonly from: number
  readonly to: number
}

/** In minutes since the midnight before it begins; it may end on the next day. */
type Span = readonly [from: number, to: number]

interface Rule {
  readonly seasons: readonly Season[]
  /** Empty if the rule applies to all days. */
  readonly days: ReadonlySet<number>
  /** The kinds of holidays that it names; their dates are not known here. */
  readonly holidays: ReadonlySet<Holiday>
  /** Empty if it is closed. */
  readonly spans: readonly Span[]
  /** Whether it adds to the rules before it instead of replacing them. */
  readonly isAddition: boolean
}

/** A public or a school holiday. */
type Holiday = 'PH' | 'SH'

interface LocalDay {
  readonly weekday: number
  /** As in `Season`. */
  readonly date: number
}

/**
 * Whether a place is open at a moment, by its opening hours in OpenStreetMap's notation.
 *
 * Supports seasons, days of the week, times (also past midnight), exceptions and holidays. Whether a day is a holiday is not
 * known, so both cases are evaluated.
 *
 * @param text such as `Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00; PH off`
 * @param nowMs epoch milliseconds
 * @param zone the IANA time zone of the place
 * @returns undefined if the notation is not supported, or if the result depends on a holiday
 */
export function isOpenAt(text: string, nowMs: number, zone: string): boolean | undefined {
  const rules = parseHours(text)
  if (!rules) return undefined
  const { today, yesterday, minute } = localTime(nowMs, zone)
  const possible = possibleHolidays(rules)
  const verdicts = new Set(
    possible.flatMap((ofToday) =>
      possible.map(
        (ofYesterday) =>
          spansOf(rules, today, ofToday).some(([from, to]) => from <= minute && minute < to) ||
          spansOf(rules, yesterday, ofYesterday).some(([, to]) => minute < to - dayMinutes),
      ),
    ),
  )
  return verdicts.size === 1 ? verdicts.has(true) : undefined
}

/** The combinations of holidays that a day can have, of those that the rules distinguish. */
function possibleHolidays(rules: readonly Rule[]): (readonly Holiday[])[] {
  const named = new Set(rules.flatMap(({ holidays }) => [...holidays]))
  const all: (readonly Holiday[])[] = [[], ['PH'], ['SH'], ['PH', 'SH']]
  return all.filter((holidays) => holidays.every((holiday) => named.has(holiday)))
}

function spansOf(rules: readonly Rule[], { weekday, date }: LocalDay, ofDay: readonly Holiday[]): readonly Span[] {
  let spans: readonly Span[] = []
  for (const rule of rules) {
    const isInSeason = rule.seasons.length === 0 || rule.seasons.some((season) => includes(season, date))
    const isEveryDay = rule.days.size === 0 && rule.holidays.size === 0
    const isOnDay = isEveryDay || rule.days.has(weekday) || ofDay.some((holiday) => rule.holidays.has(holiday))
    if (isInSeason && isOnDay) spans = rule.isAddition ? [...spans, ...rule.spans] : rule.spans
  }
  return spans
}

function includes({ from, to }: Season, date: number): boolean {
  return from <= to ? from <= date && date <= to : date >= from || date <= to
}

function localTime(nowMs: number, timeZone: string): { today: LocalDay; yesterday: LocalDay; minute: number } {
  // Local time as if it were UTC.
  const clock = new Date(`${timeInZone(nowMs, timeZone)}Z`)
  const dayOf = (at: Date): LocalDay => ({
    weekday: at.getUTCDay(),
    date: (at.getUTCMonth() + 1) * 100 + at.getUTCDate(),
  })
  return {
    today: dayOf(clock),
    yesterday: dayOf(new Date(clock.getTime() - dayMinutes * 60_000)),
    minute: clock.getUTCHours() * 60 + clock.getUTCMinutes(),
  }
}

/** @returns undefined for notation that is not supported */
function parseHours(text: string): Rule[] | undefined {
  if (text.length > maxLength) return undefined
  const rules: Rule[] = []
  for (const segment of text.split(';').map((each) => each.trim())) {
    // A semicolon at the end has no meaning.
    if (segment === '') continue
    const parsed = new Scanner(segment).rules()
    if (!parsed) return undefined
    rules.push(...parsed)
  }
  return rules.length > 0 ? rules : undefined
}

const names = (list: readonly string[]) => `(${list.join('|')})`
const patterns = {
  always: /24\/7/y,
  off: /(?:off|closed)\b/iy,
  open: /open\b/iy,
  holiday: /(?:PH|SH)\b/y,
  weekdays: new RegExp(`${names(weekdays)}(?:\\s*-\\s*${names(weekdays)})?(?![A-Za-z[])`, 'y'),
  season: new RegExp(
    `${names(months)}(?:\\s+(\\d{1,2})(?!\\d|:\\d))?(?:\\s*-\\s*(?:${names(months)}(?:\\s+(\\d{1,2})(?!\\d|:\\d))?|(\\d{1,2})(?!\\d|:\\d)))?(?![A-Za-z[])`,
    'y',
  ),
  times: /(\d{1,2}):(\d\d)\s*-\s*(\d{1,2}):(\d\d)(?![\d+/])/y,
  comma: /\s*,\s*/y,
  space: /\s*:?\s*/y,
} as const

/** Reads the rules between two semicolons: one, and additions after commas. */
class Scanner {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  rules(): Rule[] | undefined {
    const rules: Rule[] = []
    do {
      const rule = this.#rule(rules.length > 0)
      if (!rule) return undefined
      rules.push(rule)
    } while (this.#take(patterns.comma))
    return this.#at === this.#text.length ? rules : undefined
  }

  #rule(isAddition: boolean): Rule | undefined {
    const seasons: Season[] = []
    const days = new Set<number>()
    this.#list(() => this.#season(seasons))
    this.#take(patterns.space)
    const holidays = new Set<Holiday>()
    this.#list(() => {
      const [holiday] = this.#take(patterns.holiday) ?? []
      if (holiday === undefined) return this.#weekdays(days)
      holidays.add(holiday as Holiday)
      return true
    })
    this.#take(patterns.space)
    const spans = this.#spans()
    return spans && { seasons, days, holidays, spans, isAddition }
  }

  #spans(): Span[] | undefined {
    if (this.#take(patterns.off)) return []
    if (this.#take(patterns.always) || this.#take(patterns.open)) return [[0, dayMinutes]]
    const spans: Span[] = []
    this.#list(() => this.#times(spans))
    return spans.length > 0 ? spans : undefined
  }

  /** Entries joined by commas. A comma that no entry follows is not consumed. */
  #list(entry: () => boolean): void {
    if (!entry()) return
    for (;;) {
      const before = this.#at
      if (!this.#take(patterns.comma)) return
      if (entry()) continue
      this.#at = before
      return
    }
  }

  #weekdays(days: Set<number>): boolean {
    const found = this.#take(patterns.weekdays)
    if (!found) return false
    const [, first = '', last = first] = found
    const to = weekdays.indexOf(last)
    for (let day = weekdays.indexOf(first); ; day = (day + 1) % 7) {
      days.add(day)
      if (day === to) return true
    }
  }

  #season(seasons: Season[]): boolean {
    const found = this.#take(patterns.season)
    if (!found) return false
    const [, firstMonth = '', firstDay, lastMonth, lastDay, sameMonthDay] = found
    const from = (months.indexOf(firstMonth) + 1) * 100 + Number(firstDay ?? 1)
    const month = (months.indexOf(lastMonth ?? firstMonth) + 1) * 100
    const isOneDay = firstDay !== undefined && lastMonth === undefined && sameMonthDay === undefined
    seasons.push({ from, to: isOneDay ? from : month + Number(lastDay ?? sameMonthDay ?? 31) })
    return true
  }

  #times(spans: Span[]): boolean {
    const found = this.#take(patterns.times)
    if (!found) return false
    const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = found.slice(1).map(Number)
    const from = fromHour * 60 + fromMinute
    const to = toHour * 60 + toMinute
    if (fromMinute > 59 || toMinute > 59 || from >= dayMinutes || to > 2 * dayMinutes) return false
    spans.push([from, to > from ? to : to + dayMinutes])
    return true
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)
    if (found) this.#at = pattern.lastIndex
    return found ?? undefined
  }
}

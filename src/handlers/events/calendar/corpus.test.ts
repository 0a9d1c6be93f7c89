import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { iso } from '#runtime/base/clock.ts'
import known from '../fixtures/occurrences.json' with { type: 'json' }
import type { CalendarRow } from '../rows.ts'
import { momentsColumn, recurrenceOf, ruleColumns } from '../time/event-schedule.ts'
import { type ReadEntry, readCalendar } from './read-calendar.ts'
import { calendarText } from './write-calendar.ts'

const from = Date.parse(known.from)
const to = Date.parse(known.to)
const files = Object.entries(known.files)

async function read(text: string): Promise<readonly ReadEntry[]> {
  const { entries, skipped } = await readCalendar(text, 'Europe/London', from)
  expect(skipped).toEqual([])
  return entries
}

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8')

/** The row of an event that was created with these arguments. */
function rowOf({ event }: ReadEntry, index: number): CalendarRow {
  const { title, note, when, timezone, minutes, repeat, rrule, exdates = [], rdates = [] } = event
  const starts_at = Date.parse(when)
  return {
    ...{ id: `event_${index}`, title, note: note ?? null, starts_at, timezone, minutes, repeat: repeat ?? null },
    ...ruleColumns(rrule ?? null, starts_at, timezone),
    ...{ exdates: momentsColumn('exdates', exdates), rdates: momentsColumn('rdates', rdates) },
    ...{ created_at: from, updated_at: from },
  }
}

function occurrences(rows: readonly CalendarRow[]): Record<string, string[]> {
  const byTitle: Record<string, string[]> = {}
  for (const row of rows) {
    const times = [...recurrenceOf(row).between(from + 1, to)].map((at) => iso(at).replace('.000Z', 'Z'))
    byTitle[row.title] = [...(byTitle[row.title] ?? []), ...times]
  }
  return byTitle
}

test.each(files)(
  '%s is imported whole, and its events take place when another program says',
  async (name, expected) => {
    const rows = (await read(fixture(name))).map(rowOf)
    expect(occurrences(rows)).toEqual(expected)
  },
)

test.each(files)('%s is exported as it was imported', async (name, expected) => {
  const imported = await read(fixture(name))
  let text = ''
  for await (const piece of calendarText(imported.map(rowOf), 'onedoor.example', from)) text += piece
  const again = await read(text)
  const titles = (entries: readonly ReadEntry[]) => entries.map(({ event }) => event.title).toSorted()
  expect(titles(again)).toEqual(titles(imported))
  expect(occurrences(again.map(rowOf))).toEqual(expected)
  const recurring = (entries: readonly ReadEntry[]) =>
    entries
      .filter(({ event }) => event.rrule !== undefined || event.repeat !== undefined || event.rdates)
      .map(({ event: { title, ...event } }) => ({ title, ...event }))
      .toSorted((a, b) => a.title.localeCompare(b.title))
  expect(recurring(again)).toEqual(recurring(imported))
})

test.each([
  ['W. Europe Standard Time', 'Europe/Berlin'],
  ['Eastern Standard Time', 'America/New_York'],
  ['India Standard Time', 'Asia/Kolkata'],
  ['UTC-02', '-02:00'],
  ['US/Eastern', 'America/New_York'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['/freeassociation.sourceforge.net/Europe/Paris', 'Europe/Paris'],
  ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['UTC+05:45', '+05:45'],
])('a zone named %s is %s', async (tzid, zone) => {
  const entry = `BEGIN:VEVENT\nSUMMARY:x\nDTSTART;TZID="${tzid}":20270101T090000\nEND:VEVENT`
  const [found] = await read(`BEGIN:VCALENDAR\n${entry}\nEND:VCALENDAR`)
  expect(found?.event.timezone).toBe(zone)
})

const period = (from: string, to: string, start: string, rule: string) =>
  `BEGIN:STANDARD\nDTSTART:${start}\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\n${rule}END:STANDARD\n`

test.each([
  ['one offset', period('+0530', '+0530', '19700101T000000', ''), '+05:30'],
  ['UTC', period('+0000', '+0000', '19700101T000000', ''), 'UTC'],
  ['a change once a century', period('+0000', '+0100', '20000101T000000', ''), '+01:00'],
  ['changes that no place has', yearly('5', '13'), undefined],
  [
    'the changes of New York',
    yearly('3', '2SU', '-0500', '-0400') + yearly('11', '1SU', '-0400', '-0500'),
    'America/New_York',
  ],
  ['a change each second', period('+0000', '+0100', '19700101T000000', 'RRULE:FREQ=SECONDLY\n'), undefined],
  ['many changes', period('+0000', '+0100', '20000101T000000', `RDATE:${times(500)}\n`), undefined],
  ['many rules', period('+0000', '+0100', '20000101T000000', 'RRULE:FREQ=DAILY\n').repeat(50), undefined],
  ['many periods', period('+0000', '+0100', '20000101T000000', '').repeat(251), undefined],
  ['fewer changes', period('+0000', '+0100', '20000101T000000', `RDATE:${times(499)}\n`), '+01:00'],
  ['no offset', 'BEGIN:STANDARD\nDTSTART:19700101T000000\nEND:STANDARD\n', undefined],
  ['nothing', '', undefined],
])('a zone that is defined by %s is found by its clock', async (_by, periods, zone) => {
  const definition = `BEGIN:VTIMEZONE\nTZID-ALIAS-OF:Other\nTZID;X-OWN=1:Mine\n${periods}END:VTIMEZONE`
  const entry = 'BEGIN:VEVENT\nSUMMARY:x\nDTSTART;TZID=Mine:20270101T090000\nEND:VEVENT'
  const text = `BEGIN:VCALENDAR\n${entry}\n${definition}\nEND:VCALENDAR`
  const { entries, skipped } = await readCalendar(text, 'Europe/London', from)
  expect([entries[0]?.event.timezone, skipped[0]?.reason]).toEqual([
    zone,
    zone === undefined ? 'its time zone Mine is unknown' : undefined,
  ])
})

/** A list of times. */
function times(count: number): string {
  return Array.from({ length: count }, () => '20000102T000000').join()
}

/** A period that begins at 2:00 on a day of a month each year. */
function yearly(month: string, day: string, from = '+0000', to = '+0100'): string {
  const by = /[A-Z]/.test(day) ? `BYDAY=${day}` : `BYMONTHDAY=${day}`
  const back = from === '+0000' ? period(to, from, '19701013T020000', 'RRULE:FREQ=YEARLY\n') : ''
  return `${back}${period(from, to, '19700101T020000', `RRULE:FREQ=YEARLY;BYMONTH=${month};${by}\n`)}`
}

import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { iso } from '#runtime/base/clock.ts'
import { checkResponse } from '#testing/check-response.ts'
import { forEachServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import type { CalendarRow } from '../rows.ts'
import { recurrenceOf } from '../time/event-schedule.ts'
import { NotACalendar } from './entry-texts.ts'
import { maxEntries, readCalendar } from './read-calendar.ts'
import { calendarText } from './write-calendar.ts'

const now = Date.parse('2026-11-21T09:30:00Z')

const row = (more: Partial<CalendarRow> = {}): CalendarRow => ({
  ...{ id: 'event_1', title: 'Tea', note: null, starts_at: Date.parse('2026-01-31T18:00:00Z'), minutes: 30 },
  ...{ timezone: 'Europe/London', repeat: null, rrule: null, ends_at: null, exdates: null, rdates: null },
  ...{ created_at: now, updated_at: now },
  ...more,
})

async function written(rows: readonly CalendarRow[]): Promise<string> {
  let text = ''
  for await (const piece of calendarText(rows, 'onedoor.example', now)) text += piece
  return text
}

function file(lines: string): string {
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\n${lines.trim().split('\n').join('\r\n')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
}

describe('a calendar', () => {
  test('has short lines and escaped text, which reads as it was written', async () => {
    const note = `${'Tee, Kekse; \\ und\nBrötchen 👩‍👩‍👧 '.repeat(30)}END:VEVENT`
    const text = await written([row({ title: 'A, B; C \\ "D"', note })])
    expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    const entry = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    expect(entry?.getFirstPropertyValue('summary')).toBe('A, B; C \\ "D"')
    expect(entry?.getFirstPropertyValue('description')).toBe(note)
  })

  test('has no line that a note or a title has made, with any line break', async () => {
    const note = 'Kettle\rBEGIN:VALARM\rEND:VALARM\r\nX-OWN:1\n\u000bX-OWN:2\u0085\u0007\tend'
    const text = await written([row({ title: 'Tea\rX-OWN:3', note })])
    expect(text.split(/[\r\n\v\f\u0085\u2028\u2029]+/u).filter((line) => /^(?:X-OWN|BEGIN:VALARM)/.test(line))).toEqual(
      [],
    )
    const entry = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent')
    expect(entry?.getFirstPropertyValue('description')).toBe('Kettle\nBEGIN:VALARM\nEND:VALARM\nX-OWN:1\nX-OWN:2\tend')
  })

  test('has the occurrences that fire, by another program and its own zone, over changes of the clock', async () => {
    for (const [repeat, startsAt, timezone] of [
      ['daily', '2026-01-31T18:00:00Z', 'Europe/London'],
      ['weekly', '2025-11-21T23:30:00Z', 'America/New_York'],
      ['monthly', '2026-01-31T18:00:00Z', 'Australia/Sydney'],
      ['monthly', '2026-01-27T20:00:00Z', '+05:30'],
      ['hourly', '2026-10-24T20:00:00Z', 'Europe/London'],
      ['FREQ=MONTHLY;BYDAY=-1FR', '2026-01-30T18:00:00Z', 'Europe/London'],
      ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', '2026-01-27T18:00:00Z', 'America/New_York'],
      ['FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=27', '2025-01-27T18:00:00Z', 'Europe/London'],
    ] as const) {
      const starts_at = Date.parse(startsAt)
      const isRule = repeat.startsWith('FREQ')
      const recurring = row({
        ...{ starts_at, timezone },
        ...(isRule ? { rrule: repeat } : { repeat: repeat as 'daily' }),
      })
      const calendar = new ICAL.Component(ICAL.parse(await written([recurring])))
      const entry = new ICAL.Event(calendar.getFirstSubcomponent('vevent') as ICAL.Component)
      const zoneComponent = calendar.getFirstSubcomponent('vtimezone')
      const zone = zoneComponent && new ICAL.Timezone(zoneComponent)
      const recurrence = recurrenceOf(recurring)
      const iterator = entry.iterator()
      for (let at: number | undefined = starts_at, count = 0; at !== undefined && count < 40; count++) {
        const theirs = iterator.next()
        if (zone) theirs.zone = zone
        expect([repeat, timezone, iso(theirs.toUnixTime() * 1000)]).toEqual([repeat, timezone, iso(at)])
        at = recurrence.nextAfter(at)
      }
    }
  })

  test('has a rule for the last days of a month', async () => {
    const text = await written(
      [29, 30, 31].map((day) => row({ repeat: 'monthly', starts_at: Date.UTC(2026, 0, day, 18) })),
    )
    expect(text.match(/BYMONTHDAY=[^;\r]*;BYSETPOS=-1/g)).toEqual([
      'BYMONTHDAY=28,29;BYSETPOS=-1',
      'BYMONTHDAY=28,29,30;BYSETPOS=-1',
      'BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
    ])
  })
})

describe('an import', () => {
  const read = (lines: string, zone = 'Europe/London') => readCalendar(file(lines), zone, now)

  test('takes zones, offsets, whole days and lengths', async () => {
    expect((await read('SUMMARY:a\nDTSTART:20261201T090000\nDTEND:20261201T101500')).entries).toMatchObject([
      { event: { title: 'a', when: '2026-12-01T09:00:00+00:00', timezone: 'Europe/London', minutes: 75 } },
    ])
    expect((await read('DTSTART;TZID=America/New_York:20260701T090000\nRRULE:FREQ=DAILY')).entries).toMatchObject([
      {
        event: { title: 'Without a title', when: '2026-07-01T09:00:00-04:00', repeat: 'daily' },
        nextMs: Date.parse('2026-11-21T14:00:00Z'),
      },
    ])
    expect((await read('DTSTART;VALUE=DATE:20261224')).entries).toMatchObject([
      {
        event: { when: '2026-12-24T00:00:00+00:00', minutes: 1440 },
        remarks: ['it was an all-day event and now lasts 24 hours from midnight'],
      },
    ])
    expect((await read('DTSTART:20261201T090000Z\nDURATION:PT2H\nRRULE:FREQ=WEEKLY;BYDAY=TU')).entries).toMatchObject([
      { event: { minutes: 120, repeat: 'weekly' } },
    ])
    expect((await read('DTSTART:20261201T090000Z\nRRULE:RSCALE=gregorian;FREQ=DAILY;SKIP=OMIT')).entries).toMatchObject(
      [{ event: { repeat: 'daily' } }],
    )
  })

  test('keeps the rule of a series from before 1970 that its next occurrence does not imply', async () => {
    const { entries } = await read('DTSTART:19600131T090000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1')
    expect(entries.map(({ event }) => [event.when, event.repeat, event.rrule])).toEqual([
      ['2026-11-30T09:00:00+00:00', undefined, 'FREQ=MONTHLY;BYMONTHDAY=-1'],
    ])
  })

  test('applies the changed occurrences of an id to the first of several series', async () => {
    const series = 'DTSTART:20261201T090000Z\nRRULE:FREQ=DAILY'
    const changed = 'DTSTART:20261203T100000Z\nRECURRENCE-ID:20261202T090000Z\nRECURRENCE-ID:20261204T090000Z'
    const { entries } = await read([series, series, changed].join('\nEND:VEVENT\nBEGIN:VEVENT\nUID:1\n'))
    expect(entries.map(({ event }) => event.exdates)).toEqual([['2026-12-02T09:00:00.000Z'], undefined, undefined])
  })

  test.each([
    ['RRULE:FREQ=SECONDLY', 'its recurrence rule must have a FREQ of HOURLY'],
    ['RRULE:FREQ=DAILY;COUNT=5000', 'its recurrence rule must have COUNT between 1 and 1000'],
    ['RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'its recurrence rule must have an occurrence'],
    ['RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY', 'it has more than one recurrence rule'],
    ['RRULE:RSCALE=CHINESE;FREQ=YEARLY', 'its recurrence rule has an RSCALE or a SKIP'],
    ['RRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD', 'its recurrence rule has an RSCALE or a SKIP'],
    ['RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY', 'it has a rule for exceptions'],
    ['RRULE:FREQ=DAILY\nEXDATE:20261399T090000Z', 'one of its dates is not valid'],
    ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261201T090000Z', 'it changes all following occurrences'],
    ['STATUS:CANCELLED', 'it is cancelled'],
  ])('reports that it cannot schedule %s', async (lines, reason) => {
    const { entries, skipped } = await read(`SUMMARY:x\nDTSTART:20261201T090000Z\n${lines}`)
    expect(entries).toEqual([])
    expect(skipped).toEqual([{ title: 'x', reason: expect.stringContaining(reason) }])
  })

  test.each([
    ['DTSTART:20200101T090000Z', 'it is in the past'],
    ['DTSTART:20200101T090000Z\nRRULE:FREQ=DAILY;COUNT=10', 'it is in the past'],
    ['DTSTART;TZID=Mars/Olympus:20270101T090000', 'time zone Mars/Olympus is unknown'],
    ['SUMMARY:x', 'it has no start'],
    ['DTSTART:99991231T235959Z', 'not a valid date and time'],
    ['DTSTART:20263399T996199Z', 'not a valid date and time'],
  ])('skips %s', async (lines, reason) => {
    expect((await read(lines)).skipped).toEqual([
      { title: expect.any(String), reason: expect.stringContaining(reason) },
    ])
  })

  test.each([
    '',
    'hello',
    'BEGIN:VEVENT\r\nEND:VEVENT',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\nEND:VEVENT',
    'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\nand more',
    'BEGIN:VCALENDAR\r\n'.repeat(1000),
    '\uFFFD\uFFFD\u0000',
  ])('rejects a text that is not a calendar: %j', async (text) => {
    await expect(readCalendar(text, 'UTC', now)).rejects.toThrow(NotACalendar)
  })

  test('reads a bounded number of entries, and reports the rest', async () => {
    const one = 'BEGIN:VEVENT\r\nSUMMARY:x\r\nDTSTART:20270101T000000Z\r\nRRULE:FREQ=SECONDLY\r\nEND:VEVENT\r\n'
    const text = `BEGIN:VCALENDAR\r\n${one.repeat(10_000)}END:VCALENDAR`
    const { entries, skipped } = await readCalendar(text, 'UTC', now)
    expect([entries.length, skipped.length]).toEqual([0, maxEntries + 1])
    expect(skipped.at(-1)?.reason).toBe(`only the first ${maxEntries} entries are read`)
  })
})

describe('an import', () => {
  test('skips an entry that is damaged or too long, and reads the others', async () => {
    const entry = (lines: string) => `BEGIN:VEVENT\nDTSTART:20301201T090000Z\n${lines}\nEND:VEVENT\n`
    const alarm = 'SUMMARY:c\nBEGIN:VALARM\nTRIGGER:-PT5M\nEND:VALARM'
    const text = `BEGIN:VCALENDAR\n${entry('no property')}${entry(`SUMMARY:${'x'.repeat(200_000)}`)}${entry(alarm)}END:VCALENDAR`
    const { entries, skipped } = await readCalendar(`\uFEFF${text}\n\n${text}`, 'UTC', now)
    expect(entries.map(({ event }) => event.title)).toEqual(['c', 'c'])
    const reasons = ['it is malformed', 'it is too long']
    expect(skipped.map(({ reason }) => reason)).toEqual([...reasons, ...reasons])
  })
})

forEachServer((server) => {
  const place = '/settings/events'
  async function person() {
    const account = await server().account()
    return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
  }
  async function feedOf(visitor: TestVisitor): Promise<string> {
    await visitor.submit(place, `${place}/feed`, {})
    return addressIn((await visitor.get(place)).html)
  }
  const addressIn = (html: string) => /http:[^<\s]*\/calendar\/[\w-]+\.ics/.exec(html)?.[0] as string

  test('a calendar is at a private address, which can be renewed and turned off', async () => {
    const { account, visitor } = await person()
    await account.ok('events.create', { title: 'Tea', when: '2026-12-01T09:00:00Z' })
    expect(addressIn((await visitor.get(place)).html)).toBeUndefined()
    const first = await feedOf(visitor)
    const answer = await fetch(first)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(await answer.text()).toContain('SUMMARY:Tea')
    const second = await feedOf(visitor)
    expect(second).not.toBe(first)
    expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])
    await visitor.submit(place, `${place}/feed/off`, {})
    expect((await fetch(second)).status).toBe(404)
    expect((await fetch(second.replace(/\w{5}\.ics/, 'xxxxx.ics'))).status).toBe(404)
    expect((await fetch(second, { method: 'POST' })).status).toBe(405)
    const missing = await fetch(second)
    checkResponse('doors.calendar', missing.status, await missing.json())
    const readings = Array.from({ length: 60 }, async () => (await fetch(first)).status)
    expect(await Promise.all(readings)).toContain(429)
    const rejected = await fetch(first)
    expect(rejected.headers.get('retry-after')).toMatch(/^\d+$/)
    checkResponse('doors.calendar', rejected.status, await rejected.json())
    await server().clock.advance(120_000)
  })

  test('a calendar cannot be read while its account is disabled', async () => {
    const { account, visitor } = await person()
    const address = await feedOf(visitor)
    const { store } = server()
    const disable = (at: number | null) =>
      store.run(store.sql('accounts').where({ id: account.id }).update({ disabled_at: at }))
    await disable(1)
    expect((await fetch(address)).status).toBe(404)
    await disable(null)
    expect((await fetch(address)).status).toBe(200)
  })

  test('an unchanged calendar is not sent again', async () => {
    const { account, visitor } = await person()
    const { id } = await account.ok('events.create', { title: 'Tea', when: '2026-12-01T09:00:00Z' })
    const address = await feedOf(visitor)
    const etag = (await fetch(address)).headers.get('etag') as string
    const again = () => fetch(address, { headers: { 'If-None-Match': etag } })
    const unchanged = await again()
    expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
    await server().clock.advance(1000)
    await account.ok('events.update', { id, title: 'Coffee' })
    expect((await again()).status).toBe(200)
    await account.ok('events.delete', { id })
    expect((await again()).status).toBe(200)
  })

  test('an import reports the outcome of each entry', async () => {
    const { account, visitor } = await person()
    const calendar = `BEGIN:VCALENDAR
BEGIN:VEVENT
SUMMARY:<b>Kept</b>
DTSTART:20300101T090000Z
END:VEVENT
BEGIN:VEVENT
SUMMARY:Minutely
DTSTART:20300101T090000Z
RRULE:FREQ=MINUTELY
END:VEVENT
BEGIN:VEVENT
UID:birthday
SUMMARY:Birthday
DTSTART;TZID=America/New_York:19550612T090000
RRULE:FREQ=YEARLY
END:VEVENT
BEGIN:VEVENT
UID:course
SUMMARY:Course
DTSTART;TZID=W. Europe Standard Time:20260106T183000
RRULE:FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20301231
EXDATE;TZID=W. Europe Standard Time:20301224T183000
END:VEVENT
BEGIN:VEVENT
UID:course
RECURRENCE-ID;TZID=W. Europe Standard Time:20301217T183000
SUMMARY:Last lesson
DTSTART;TZID=W. Europe Standard Time:20301218T183000
END:VEVENT
END:VCALENDAR`
    const { status, html } = await visitor.submit(place, `${place}/import`, { calendar })
    expect([status, html.includes('4 events were imported, 1 skipped.')]).toEqual([200, true])
    expect(html).toContain('<b>Minutely</b>: its recurrence rule must have a FREQ of')
    const { items } = await account.ok('events.list', {})
    expect(items.map(({ title }) => title).toSorted()).toEqual(['<b>Kept</b>', 'Birthday', 'Course', 'Last lesson'])
    expect(items.find(({ title }) => title === 'Birthday')).toMatchObject({
      ...{ timezone: 'America/New_York', rrule: 'FREQ=YEARLY' },
      when_local: expect.stringMatching(/-06-12T09:00:00-04:00$/),
    })
    expect(items.find(({ title }) => title === 'Course')).toMatchObject({
      ...{ timezone: 'Europe/Berlin', rrule: 'FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20301231T225959Z' },
      ...{ series_start: '2026-01-06T17:30:00.000Z' },
      exdates: ['2030-12-17T17:30:00.000Z', '2030-12-24T17:30:00.000Z'],
    })
    const again = await visitor.submit(place, `${place}/import`, { calendar })
    expect(again.html).toContain('0 events were imported, 5 skipped.')
    expect((await visitor.get(place)).html).toContain('&lt;b&gt;Kept')
    const rejected = await visitor.submit(place, `${place}/import`, { calendar: 'no <calendar>' })
    expect([rejected.status, rejected.html.includes('no &lt;calendar&gt;')]).toEqual([400, true])
    expect((await visitor.submit(place, `${place}/import`, { calendar: 'x'.repeat(70_000) })).status).toBe(413)
  })

  test('a file is imported once, in its own charset', async () => {
    const { account, visitor } = await person()
    const calendar = (title: string) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:${title}\r\nDTSTART:20300101T090000Z\r\nEND:VEVENT\r\nEND:VCALENDAR`
    const send = async (content: Uint8Array<ArrayBuffer>) => {
      const { html } = await visitor.get(place)
      const form = new FormData()
      form.set('csrf_token', /csrf-token" content="([\w-]+)"/.exec(html)?.[1] as string)
      form.set('file', new Blob([content]), 'a.ics')
      const answer = await visitor.raw(`${place}/import`, {
        method: 'POST',
        body: form,
        headers: { Accept: 'text/html' },
      })
      return `${answer.status} ${/\d+ events? (?:was|were) imported, \d+ skipped|you already have it|1 MiB/.exec(await answer.text())?.[0]}`
    }
    const imported = '200 1 event was imported, 0 skipped'
    expect(await send(Buffer.from(calendar('Käse')))).toBe(imported)
    expect(await send(Buffer.from(calendar('Gruyère'), 'latin1'))).toBe(imported)
    expect(await send(Buffer.from(`\uFEFF${calendar('Сыр')}`, 'utf16le'))).toBe(imported)
    expect(await send(Buffer.from(calendar('Käse')))).toBe('200 0 events were imported, 1 skipped')
    expect(await send(Buffer.alloc(1024 * 1024 + 1, 'x'))).toBe('400 1 MiB')
    const { items } = await account.ok('events.list', {})
    expect(items.map(({ title }) => title).toSorted()).toEqual(['Gruyère', 'Käse', 'Сыр'])
  })

  test("another account's event has no page for me", async () => {
    const [ann, ben] = [await person(), await person()]
    const { id } = await ann.account.ok('events.create', { title: 'secret', when: '2030-12-01T09:00:00Z' })
    for (const path of [`${place}/${id}`, `${place}/${id}/delete`]) {
      const { status, html } = await ben.visitor.get(path)
      expect([status, html.includes('secret')]).toEqual([404, false])
    }
  })
})

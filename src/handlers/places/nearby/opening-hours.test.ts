import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isOpenAt } from './opening-hours.ts'

const london = 'Europe/London'
/** In November 2026, in London, which is in UTC then; the 21st is a Saturday. */
const at = (time: string) => Date.parse(`2026-11-${time}:00Z`)

test.each([
  ['24/7', '21T03:00', true],
  ['Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00', '21T08:59', false],
  ['Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00', '21T09:00', true],
  ['Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00', '21T17:00', false],
  ['Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00', '20T07:45', true],
  ['Mo-Fr 08:00-12:00,13:00-17:00', '20T12:30', false],
  ['Mo-Fr 08:00-12:00, 13:00-17:00', '20T13:30', true],
  ['Mo-Fr 08:00-12:00, Sa 10:00-11:00', '21T10:30', true],
  ['Mo-Su 18:00-02:00', '21T01:59', true],
  ['Fr,Sa 22:00-04:00', '20T03:00', false],
  ['Fr 18:00-02:00', '21T01:00', true],
  ['Fr 18:00-26:00', '21T01:00', true],
  ['Fr-Mo 10:00-12:00', '22T11:00', true],
  ['10:00-12:00', '21T11:00', true],
  ['Mo-Su 10:00-18:00; Sa off', '21T11:00', false],
  ['Mo-Su,PH 10:00-18:00', '21T11:00', true],
  ['Apr-Oct 10:00-18:00', '21T11:00', false],
  ['Nov-Feb Sa 10:00-18:00', '21T11:00', true],
  ['Nov 15-Dec 24 10:00-18:00; Dec 25 off', '21T11:00', true],
  ['Nov 21 off', '21T11:00', false],
  ['Nov 20-22: 10:00-18:00', '21T11:00', true],
  ['closed', '21T11:00', false],
])('%s at %s', (hours, time, isOpen) => {
  expect(isOpenAt(hours, at(time), london)).toBe(isOpen)
})

test.each([
  'sunrise-sunset',
  'Mo-Fr 08:00+',
  'Mo-Fr 08:00-18:00 "by appointment"',
  'Mo[1] 10:00-12:00',
  'week 1-10 10:00-12:00',
  'Mo-Fr 08:00-18:00 || "call"',
  '8am to 5pm',
  'Mo-Fr 25:00-26:00',
  'Mo-Fr 08:60-09:00',
  'Dec 25,26 off',
  '2026 Nov 21 10:00-12:00',
  '',
  ';',
  `${'Mo 10:00-11:00; '.repeat(40)}`,
])('is unknown for %j', (hours) => {
  expect(isOpenAt(hours, at('21T11:00'), london)).toBeUndefined()
})

test('is unknown only if it depends on whether the day is a holiday', () => {
  const hours = 'Mo-Sa 09:00-19:00; PH off'
  expect(isOpenAt(hours, at('21T11:00'), london)).toBeUndefined()
  expect(isOpenAt(hours, at('21T20:00'), london)).toBe(false)
})

test('is unknown if school holidays differ from public holidays', () => {
  expect(isOpenAt('SH 10:00-16:00; PH off', at('21T11:00'), london)).toBeUndefined()
  expect(isOpenAt('SH 10:00-16:00; PH 12:00-14:00', at('21T09:00'), london)).toBe(false)
  expect(isOpenAt('Mo-Su 10:00-16:00; SH,PH 09:00-17:00', at('21T11:00'), london)).toBe(true)
})

test('depends on the local time of the place, also when the clocks go forward', () => {
  const hours = 'Mo-Su 09:00-17:00'
  expect(isOpenAt(hours, at('21T00:30'), 'Asia/Tokyo')).toBe(true)
  expect(isOpenAt(hours, at('21T00:30'), london)).toBe(false)
  expect(isOpenAt('Su 00:30-03:00', Date.parse('2026-03-29T01:30:00Z'), london)).toBe(true)
  expect(isOpenAt('Su 00:30-03:00', Date.parse('2026-03-29T02:30:00Z'), london)).toBe(false)
})

test('never throws, and ends, for any text', () => {
  const piece = fc.constantFrom(
    'Mo',
    'Su',
    '-',
    ',',
    ';',
    ' ',
    'PH',
    'off',
    '10:00',
    '24:00',
    'Apr',
    '31',
    '24/7',
    '"',
    '||',
    ':',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }),
      (pieces, day) => {
        expect([true, false, undefined]).toContain(isOpenAt(pieces.join(''), day.getTime(), london))
      },
    ),
  )
})

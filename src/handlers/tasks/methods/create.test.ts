import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { iso } from '#runtime/base/clock.ts'
import { expectFaults } from '#testing/expect-faults.ts'
import { forEachServer } from '#testing/server.ts'
import { makerOn } from '../fixtures/made-task.ts'
import { parseDue } from './create.ts'

const inYears1To9999 = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.getTime())

describe('a due time', () => {
  test('is read back from RFC 3339 as it was', () => {
    fc.assert(fc.property(inYears1To9999, (ms) => parseDue(iso(ms)) === ms))
  })

  test('without an offset is UTC', () => {
    fc.assert(
      fc.property(inYears1To9999, (ms) => {
        const minute = Math.floor(ms / 60_000) * 60_000
        expect(parseDue(iso(minute).slice(0, 16).replace('T', ' '))).toBe(minute)
      }),
    )
  })

  test.each([
    ['2026-11-24T17:00:00+01:00', '2026-11-24T16:00:00.000Z'],
    ['2026-11-24t17:00:00.123456z', '2026-11-24T17:00:00.123Z'],
    ['2028-02-29 00:00', '2028-02-29T00:00:00.000Z'],
  ])('%s is %s', (text, moment) => {
    expect(iso(parseDue(text))).toBe(moment)
  })

  test.each([
    ['2026-12-01', 'Europe/Berlin', '2026-12-01T22:59:00.000Z'],
    ['2026-07-01', 'Asia/Kolkata', '2026-07-01T18:29:00.000Z'],
    ['2026-12-01', 'UTC', '2026-12-01T23:59:00.000Z'],
  ])('%s in %s is the last minute of that day there', (day, zone, moment) => {
    expect(iso(parseDue(day, zone))).toBe(moment)
  })

  test.each([
    '2027-02-29 12:00',
    '2026-11-31T12:00:00Z',
    '2026-13-01 12:00',
    '2026-00-10 12:00',
    '2026-11-24 24:00',
    '2026-11-24 17:60',
    '2026-11-24T17:00:61Z',
    '2026-11-24T17:00:00+24:00',
    '2026-11-24T17:00:00',
    '2027-02-29',
    '2026-04-31',
    '0000-12-31 23:59',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    'tomorrow',
  ])('%s is refused', (text) => {
    expect(() => parseDue(text)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', details: [{ path: 'due', message: expect.any(String) }] }),
    )
  })
})

forEachServer((server) => {
  const made = makerOn(server)

  test('a day is due until its last minute in the zone of the account', async () => {
    const ada = await server().account()
    expect((await made(ada, 'A', { due: '2026-12-01' })).due).toBe('2026-12-01T23:59:00.000Z')
    const { store } = server()
    await store.run(store.sql('accounts').where({ id: ada.id }).update({ time_zone: 'Asia/Kolkata' }))
    expect((await made(ada, 'B', { due: '2026-12-01' })).due).toBe('2026-12-01T18:29:00.000Z')
  })

  test('a due time without an offset is UTC; a day that no calendar has is refused', async () => {
    const ada = await server().account()
    expect((await made(ada, 'A', { due: '2028-02-29 08:30' })).due).toBe('2028-02-29T08:30:00.000Z')
    await expectFaults(ada, 'tasks.create', { title: 'C', due: '2027-02-29 08:30' }, ['due'])
    expect((await ada.ok('tasks.list', {})).total).toBe(1)
  })
})

import { expect, test } from 'vitest'
import { inZoneOfReader, publicMoment } from './public-moment.ts'

const moment = Date.parse('2026-11-21T23:30:00Z')

test('a moment on a public page is in the zone of its reader, or in UTC', () => {
  expect(String(publicMoment(moment))).toBe(
    '<time datetime="2026-11-21T23:30:00.000Z">21 November 2026 at 23:30 UTC</time>',
  )
  const inBerlin = inZoneOfReader('Europe/Berlin', () => String(publicMoment(moment)))
  expect(inBerlin).toBe('<time datetime="2026-11-21T23:30:00.000Z">22 November 2026 at 00:30 CET</time>')
})

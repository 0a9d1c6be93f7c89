import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import { exampleArguments, exampleResult } from '#testing/stand-ins.ts'
import { divineNames } from './divine-names.ts'
import { reminderExamples } from './providers/reminder-examples.ts'
import { createQuran } from './quran/quran.ts'
import { bookNames, sayings } from './sayings.ts'
import { versesToReflectOn } from './verses-to-reflect-on.ts'

const normalized = (value: unknown): unknown => JSON.parse(JSON.stringify(value).normalize())
const { server, standIn } = serverWithProviders(reminderExamples, (url) => ({ REMINDER_BASE_URL: url }))

describe('prayer.times and prayer.qibla', () => {
  test('return to anyone, free of charge, the example of the document', async () => {
    const clock = server().clock
    clock.advance(Date.parse('2026-11-21T09:30:00Z') - clock.now())
    for (const id of ['prayer.times', 'prayer.qibla', 'prayer.reflection', 'prayer.verse'] as const) {
      const result = await server().anonymous.ok(id, exampleArguments(id) as never)
      // The compiler of the document normalizes texts, which reorders the marks of Arabic letters.
      expect(normalized(result)).toEqual(normalized(exampleResult(id)))
    }
    expect(standIn().requests).toEqual([])
  })
})

test('the sayings and names are those that were compared with their editions, to the letter', () => {
  // Another hash means another text: compare it by tools/data/sayings.ts before you change it here.
  const hashOf = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex')
  expect(sayings.map(({ book, number }) => `${book}:${number}`).join(' ')).toBe(
    '1:1 2:10 2:13 2:33 2:39 3:69 3:71 8:481 11:893 24:1429 24:1469 30:1903 34:2076 41:2320 46:2442 60:3461 61:3559 66:5027 70:5376 75:5641 76:5678 78:5997 78:6018 78:6021 78:6114 78:6116 78:6133 80:6406 81:6412 81:6416 81:6446 97:7376',
  )
  expect(hashOf(sayings.map(({ narrator, arabic, english }) => `${narrator}: ${arabic}: ${english}`))).toBe(
    '86c92386e9814d568733d1f751757c0985ce2164c02c05adb688b4eca1bf1a8c',
  )
  expect(hashOf(divineNames.map((name) => name.join(': ')))).toBe(
    'f6b2631a1a23ab0995404d01f7ad3376bb9e1ee764e858a7901a7f3d86983d80',
  )
})

test('every verse to reflect on has its text in both languages', async () => {
  const quran = createQuran()
  for (const [number, verse] of versesToReflectOn) {
    const { arabic, english } = await quran.chapter(number)
    expect([arabic[verse - 1], english[verse - 1]], `${number}:${verse}`).toEqual([
      expect.stringMatching(/./),
      // Nothing that continues the sentence or the story of the previous verse.
      expect.not.stringMatching(/^(?:And )?(?:Who|Such|Save|That ye|They said|He said)\b(?!.*\?$)/),
    ])
  }
})

test('the bundled names, sayings and references are sound', () => {
  expect(divineNames).toHaveLength(99)
  expect(new Set(divineNames.map(([arabic]) => arabic)).size).toBe(99)
  for (const [arabic] of divineNames) expect(arabic).toMatch(/^[\u0600-\u06ff ]+$/)
  expect(sayings.map(({ number }) => number)).toEqual(sayings.map(({ number }) => number).toSorted((a, b) => a - b))
  for (const { book } of sayings) expect(bookNames[book]).toBeTruthy()
  expect(Object.keys(bookNames).map(Number)).toEqual([...new Set(sayings.map(({ book }) => book))])
  expect(new Set(versesToReflectOn.map(String)).size).toBe(versesToReflectOn.length)
})

test.each([
  ['prayer.times', { lat: 1 }, ['lon']],
  ['prayer.times', { lat: 'north', lon: 1 }, ['lat']],
  ['prayer.times', { lat: 90.01, lon: -180.01 }, ['lat', 'lon']],
  ['prayer.times', { lat: 'NaN', lon: 'Infinity' }, ['lat', 'lon']],
  ['prayer.times', { lat: 1, lon: 1, tz: 'Mars/Olympus' }, ['tz']],
  ['prayer.times', { lat: 1, lon: 1, tz: '../../etc/localtime' }, ['tz']],
  ['prayer.times', { lat: 1, lon: 1, tz: 'x'.repeat(65) }, ['tz']],
  ['prayer.times', { lat: 1, lon: 1, method: 'shia' }, ['method']],
  ['prayer.times', { lat: 1, lon: 1, asr: 'late' }, ['asr']],
  ['prayer.times', { lat: 1, lon: 1, high_latitude: 'none' }, ['high_latitude']],
  ['prayer.times', { lat: 1, lon: 1, day: '2026-02-30' }, ['day']],
  ['prayer.times', { lat: 1, lon: 1, day: '2300-01-01' }, ['day']],
  ['prayer.times', { lat: 1, lon: 1, day: 'tomorrow' }, ['day']],
  ['prayer.qibla', { lat: 91, lon: 181 }, ['lat', 'lon']],
  ['prayer.qibla', {}, ['lat', 'lon']],
  ['prayer.verse', {}, ['chapter']],
  ['prayer.verse', { chapter: 0 }, ['chapter']],
  ['prayer.verse', { chapter: 115 }, ['chapter']],
  ['prayer.verse', { chapter: 1.5 }, ['chapter']],
  ['prayer.verse', { chapter: 1, verse: 0 }, ['verse']],
  ['prayer.verse', { chapter: 2, verse: 287 }, ['verse']],
  ['prayer.verse', { chapter: 1, verse: 8 }, ['verse']],
  ['prayer.saying', { book: 0 }, ['book']],
  ['prayer.saying', { book: 98 }, ['book']],
  ['prayer.saying', { book: '../names' }, ['book']],
] as const)('%s rejects %j', async (id, args, paths) => {
  await expectFaults(server().anonymous, id, args, paths)
})

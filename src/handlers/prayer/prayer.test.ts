import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import { expectFaults } from '#testing/expect-faults.ts'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import { exampleArguments, exampleResult } from '#testing/stand-ins.ts'
import { divineNames } from './divine-names.ts'
import type { PrayerDeps } from './index.ts'
import createReflection from './methods/reflection.ts'
import { reminderExamples } from './providers/reminder-examples.ts'
import { createQuran } from './quran/quran.ts'
import { bookNames, sayings } from './sayings.ts'
import { versesToReflectOn } from './verses-to-reflect-on.ts'

const dayMs = 86_400_000
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

describe('prayer.verse', () => {
  test('returns a whole chapter', async () => {
    const { chapter, items, text } = await server().anonymous.ok('prayer.verse', { chapter: 112 })
    expect(chapter).toEqual({ number: 112, name: 'Al-Ikhlas', meaning: 'Sincerity', arabic: 'الإخلاص', verse_count: 4 })
    expect(items.map(({ reference }) => reference)).toEqual([
      'Quran 112:1',
      'Quran 112:2',
      'Quran 112:3',
      'Quran 112:4',
    ])
    expect(text).toContain('4. And there is none comparable unto Him.')
  })

  test('returns the longest chapter whole', async () => {
    const { items } = await server().anonymous.ok('prayer.verse', { chapter: 2 })
    expect(items.map(({ verse }) => verse)).toEqual(Array.from({ length: 286 }, (_, index) => index + 1))
  })

  test('rejects a verse that the chapter does not have, with the number of its verses', async () => {
    const { status, body } = await server().anonymous.fails('prayer.verse', { chapter: 112, verse: 5 })
    expect([status, body.code]).toEqual([400, 'invalid_argument'])
    expect(body.details).toEqual([
      { path: 'verse', message: 'must be at most 4, the last verse of chapter 112 (Al-Ikhlas)' },
    ])
  })
})

describe('prayer.saying', () => {
  test('without a book is one of the bundled selection, without a request', async () => {
    const seen = new Set<number>()
    for (let call = 0; call < 40; call++) {
      const { number, source, collection, arabic, reference } = await server().anonymous.ok('prayer.saying', {})
      expect({ source, collection }).toEqual({ source: 'Onedoor', collection: 'Sahih al-Bukhari' })
      expect(arabic).toMatch(/^[\u0600-\u06ff ]+$/)
      expect(reference).toBe(`Sahih al-Bukhari ${number}`)
      seen.add(number)
    }
    expect(seen.size).toBeGreaterThan(5)
    expect(standIn().requests).toEqual([])
  })

  test('of a book is any that has a text there, with one request', async () => {
    const seen = new Map<number, unknown>()
    for (let call = 0; call < 30; call++) {
      const { number, ...one } = await server().anonymous.ok('prayer.saying', { book: 5 })
      seen.set(number, one)
    }
    expect([...seen.keys()].sort()).toEqual([248, 249])
    expect(seen.get(248)).toMatchObject({ book_name: 'Bathing (Ghusl)', narrator: '`Aisha', source: 'reminder.dev' })
    // The provider may number the sayings of a book from one, so its number is not that of the collection.
    expect(seen.get(248)).toMatchObject({ reference: 'Sahih al-Bukhari, book 5, no. 248 at reminder.dev' })
    expect(seen.get(249)).not.toHaveProperty('narrator')
    expect(seen.get(249)).toMatchObject({ translation: 'An example without a narrator.' })
    expect(standIn().requests.map(({ path }) => path)).toEqual(['/api/hadith/5'])
  })

  test('of a book comes from the bundled selection while the provider fails, if it has one', async () => {
    standIn().fault = 'failing'
    expect(await server().anonymous.ok('prayer.saying', { book: 66 })).toMatchObject({
      number: 5027,
      source: 'Onedoor',
    })
    expect(await server().anonymous.fails('prayer.saying', { book: 6 })).toMatchObject({ status: 502 })
  })

  test.each([
    ['nothing', () => ({ status: 404, json: { error: 'no such book' } })],
    ['an empty book', () => ({ json: { name: 'Empty', number: 7, hadiths: [] } })],
  ])('of a book is not found if the provider has %s', async (_what, answers) => {
    standIn().answers = answers
    const { status, body } = await server().anonymous.fails('prayer.saying', { book: 7 })
    expect([status, body.code]).toEqual([400, 'not_found'])
  })
})

describe('prayer.reflection', () => {
  test('is the same all day, changes at midnight in UTC, and has everything on each day of a year', async () => {
    const quran = createQuran()
    const firstMs = Date.parse('2026-11-22T00:00:00Z')
    const handle = createReflection({ quran } as PrayerDeps)
    const at = (ms: number) =>
      handle({}, { clock: { now: () => ms } } as Context) as Promise<Result<'prayer.reflection'>>
    const verses = new Set<string>()
    let before = await at(firstMs - 1)
    for (let ms = firstMs; ms < firstMs + 366 * dayMs; ms += dayMs) {
      const morning = await at(ms)
      verses.add(morning.verse.reference)
      expect(morning.day).toBe(new Date(ms).toISOString().slice(0, 10))
      expect(await at(ms + dayMs - 1)).toEqual(morning)
      for (const part of ['verse', 'saying', 'divine_name'] as const) expect(morning[part]).not.toEqual(before[part])
      before = morning
    }
    expect(verses.size).toBe(versesToReflectOn.length)
  })

  test('is by the clock of the server', async () => {
    const clock = server().clock
    const { day } = await server().anonymous.ok('prayer.reflection', {})
    expect(day).toBe(new Date(clock.now()).toISOString().slice(0, 10))
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

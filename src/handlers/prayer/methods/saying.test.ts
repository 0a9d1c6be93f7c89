import { describe, expect, test } from 'vitest'
import { serverWithProviders } from '#testing/server-with-providers.ts'
import { reminderExamples } from '../providers/reminder-examples.ts'

const { server, standIn } = serverWithProviders(reminderExamples, (url) => ({ REMINDER_BASE_URL: url }))

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

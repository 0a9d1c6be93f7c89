import { describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'

const server = serverForTests()

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

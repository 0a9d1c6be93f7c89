import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { chapterNames } from './chapters.ts'
import { type Chapter, chapterCount, createQuran } from './quran.ts'

const quran = createQuran()
const all: readonly Chapter[] = await Promise.all(
  Array.from({ length: chapterCount }, (_, index) => quran.chapter(index + 1)),
)
const hashOf = (texts: readonly string[]) => createHash('sha256').update(texts.join('\n')).digest('hex')

test('the text has all its verses, each in both languages', () => {
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 114 }, (_, index) => index + 1))
  expect(all.flatMap(({ arabic }) => arabic)).toHaveLength(6236)
  for (const { arabic, english } of all) {
    expect(english).toHaveLength(arabic.length)
    for (const verse of arabic) expect(verse).toMatch(/^[\u0600-\u06ff ]+$/)
    for (const verse of english) expect(verse).toMatch(/^\S[\x20-\x7e]*\S$/)
  }
  expect([1, 2, 9, 108, 114].map((number) => all[number - 1]?.arabic.length)).toEqual([7, 286, 129, 3, 6])
})

test('the text is that of its edition, to the letter', () => {
  expect(hashOf(all.flatMap(({ arabic }) => arabic))).toBe(
    'a211f3e703be111508f8ee3af953d288c4d23291e1711c0f816eababda2f5c84',
  )
  expect(hashOf(all.flatMap(({ english }) => english))).toBe(
    '0e79ec613b7b6ad18f193a76f4fb93c8e989956dc7ef6ce92b46d2cad1288286',
  )
})

test('the file has the terms of its sources', async () => {
  const bytes = brotliDecompressSync(await readFile(new URL('./quran.jsonl.br', import.meta.url)))
  const [first = ''] = bytes.toString('utf8').split('\n', 1)
  expect(JSON.parse(first)).toMatchObject({
    arabic: { copyright: expect.stringContaining('Tanzil Project'), source: 'https://tanzil.net' },
    english: { translator: 'Marmaduke Pickthall', licence: expect.stringContaining('Public domain') },
  })
})

test('every chapter has as many verses as quran-json 3.1.2 gives it', () => {
  const counts =
    '7 286 200 176 120 165 206 75 129 109 123 111 43 52 99 128 111 110 98 135 112 78 118 64 77 227 93 88 69 60 34 30 73 54 45 83 182 88 75 85 54 53 89 59 37 35 38 29 18 45 60 49 62 55 78 96 29 22 24 13 14 11 11 18 12 12 30 52 52 44 28 28 20 56 40 31 50 40 46 42 29 19 36 25 22 17 19 26 30 20 15 21 11 8 8 19 5 8 8 11 11 8 3 9 5 4 7 3 6 3 5 4 5 6'
  expect(all.map(({ arabic }) => arabic.length).join(' ')).toBe(counts)
})

test('every chapter has its own names', () => {
  expect(chapterNames).toHaveLength(114)
  expect(new Set(chapterNames.map(([name]) => name)).size).toBe(114)
  expect(new Set(chapterNames.map(([, , arabic]) => arabic)).size).toBe(114)
})

test.each([0, 115, -1, 1.5])('there is no chapter %d', async (number) => {
  await expect(quran.chapter(number)).rejects.toThrow(RangeError)
})

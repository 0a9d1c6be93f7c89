/**
 * Tokenizes text for the search. Both databases get these tokens, so that they find the same records: their own tokenizers
 * differ from each other, from version to version and from locale to locale.
 */

/**
 * Accents and vowel points that readers omit when they search. Marks of other scripts (Devanagari, Thai, ...) are
 * letters there and stay.
 */
const accents =
  /[\u0300-\u036F]|[\u0591-\u05BD]|\u05BF|\u05C1|\u05C2|\u05C4|\u05C5|\u05C7|[\u064B-\u065F]|\u0670|[\u06D6-\u06ED]|[\u1AB0-\u1AFF]|[\u1DC0-\u1DFF]|[\u20D0-\u20FF]|[\uFE20-\uFE2F]/gu

/** Letters that Unicode does not decompose although readers see a base letter with an addition. */
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
 * Words and runs consist of letters, digits and their marks, without private-use characters: the
 * index uses some of those.
 */
const wordCharacter = '[\\p{L}\\p{N}\\p{M}]'
const unspacedScripts = '[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}]'
/** Their punctuation and symbols are separators, like all others. */
const unspaced = `[${unspacedScripts}&&${wordCharacter}]`
/** A mark does not start a run: one that several scripts share belongs to the word before it. */
const runStart = `(?=[\\p{L}\\p{N}])${unspaced}`
const runOrWord = new RegExp(
  `(${runStart}${unspaced}*)|((?:(?!${runStart})${wordCharacter})+)|[^\\p{L}\\p{N}\\p{M}]+`,
  'gv',
)
const runGoesOn = new RegExp(`${unspaced}+`, 'yv')

/** How much of a text is folded in one step, in UTF-16 units: one character can become eighteen. */
const pieceLength = 1024

/** Longer words are cut in the index and in queries, so that a long word still matches itself. In code points. */
const maxWord = 64

/**
 * Compatibility forms, case and accents removed; punctuation and spaces unchanged. Applying it again changes
 * nothing.
 */
export function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(accents, '')
      // Its own capital: only the lower-case letter becomes SS.
      .replaceAll('ẞ', 'ß')
      .toUpperCase()
      .toLowerCase()
      .normalize('NFKD')
      .replace(accents, '')
      .replace(plainLetter, (letter) => plainLetters[letter]!)
      .normalize('NFC')
  )
}

/**
 * The folded text in pieces: together what `fold` returns for the whole. A piece ends only where the characters on both sides
 * fold independently, or after four times the usual length.
 */
export function* foldedPieces(text: string): Generator<string> {
  let from = 0
  while (from < text.length) {
    let to = Math.min(from + pieceLength, text.length)
    while (to < text.length && to - from < 4 * pieceLength && !canPart(text, to)) to += 1
    if (to < text.length && isLowSurrogate(text, to)) to += 1
    yield fold(text.slice(from, to))
    from = to
  }
}

function isLowSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit < 0xe000
}

function canPart(text: string, at: number): boolean {
  if (isLowSurrogate(text, at)) return false
  const after = String.fromCodePoint(text.codePointAt(at)!)
  const before = String.fromCodePoint(text.codePointAt(isLowSurrogate(text, at - 1) ? at - 2 : at - 1)!)
  // After marks comes a letter that the next characters may still change.
  if (/\p{M}/u.test(before + after) || /\p{M}$/u.test(fold(before))) return false
  // A vowel or final consonant may complete a Hangul syllable that began two characters earlier.
  if (/^[\p{M}\u1160-\u11ff]/u.test(fold(after))) return false
  return fold(before + after) === fold(before) + fold(after)
}

/** A searchable part of a text. */
export interface SearchPart {
  /**
   * A `word` of a script with spaces between words; or a `run`, an unbroken sequence of one without (Chinese,
   * Japanese, Thai, Lao, Khmer, Burmese), any part of which can be searched.
   */
  readonly kind: 'word' | 'run'
  readonly text: string
}

/**
 * The searchable parts of a text, words and runs each in order and with repetitions. All characters except letters, digits and
 * marks are separators. Yields undefined between small steps of work.
 *
 * @param maxFolded ends after this many UTF-16 units of folded text, at the next step
 */
export function* searchParts(text: string, maxFolded = Number.POSITIVE_INFINITY): Generator<SearchPart | undefined> {
  let folded = 0
  let word = ''
  let run: string[] = []
  function* end(): Generator<SearchPart> {
    if (word) yield { kind: 'word', text: cut(word) }
    if (run.length > 0) yield { kind: 'run', text: run.join('') }
    word = ''
    run = []
  }
  for (const piece of foldedPieces(text)) {
    runGoesOn.lastIndex = 0
    const goesOn = run.length > 0 ? runGoesOn.exec(piece)?.[0] : undefined
    if (goesOn !== undefined) run.push(goesOn)
    for (const [, ofRun, ofWord] of piece.slice(goesOn?.length ?? 0).matchAll(runOrWord)) {
      if (ofRun !== undefined) {
        if (word) yield* end()
        run.push(ofRun)
      } else if (ofWord !== undefined) {
        if (run.length > 0) yield* end()
        // The rest beyond the cut is not needed, and a text may be one word.
        if (word.length <= 2 * maxWord) word += ofWord
      } else {
        yield* end()
      }
    }
    yield undefined
    folded += piece.length
    if (folded >= maxFolded) break
  }
  yield* end()
}

function cut(word: string): string {
  return word.length <= maxWord ? word : Array.from(word).slice(0, maxWord).join('')
}

/** The searchable parts of a short text, by their kinds. */
export interface SearchText {
  readonly words: readonly string[]
  readonly runs: readonly string[]
}

/** Splits a short text, such as a query, into searchable parts; `searchParts` does it in steps. */
export function searchText(text: string): SearchText {
  const found = { words: [] as string[], runs: [] as string[] }
  for (const part of searchParts(text)) {
    if (part) (part.kind === 'word' ? found.words : found.runs).push(part.text)
  }
  return found
}

/**
 * The tokens of a run in the index: each pair of adjacent characters, and the last character. A pair thus matches wherever the
 * two are adjacent, and a single character matches as the beginning of a pair or the end of a run.
 */
export function* runTokens(run: string): Generator<string> {
  let before: string | undefined
  for (const character of run) {
    if (before !== undefined) yield before + character
    before = character
  }
  if (before !== undefined) yield before
}

import { createHash } from 'node:crypto'
import { runTokens, searchParts } from './normalise.ts'
import type { PartsEntry, SearchEntry } from './types.ts'

/** Text beyond this many bytes of distinct tokens is not searchable: a PostgreSQL tsvector must stay below 1 MiB. */
const maxTokenBytes = 1_000_000
/** Stretches without spaces beyond this many UTF-16 units are not searchable. */
const maxRunLength = 2_000_000
/**
 * A text whose characters fold to more than this many times its length is only searchable in part. Real texts grow by
 * half at most; eighteen times would cost eighteen times as much.
 */
const maxGrowth = 2
/** How much of a folded text is always searchable, in UTF-16 units. */
const alwaysSearchable = 20_000
/** The number of tokens between two checks of the time. */
const tokensAStep = 500

/** The placeholder of the block in a token until the database knows it. */
export const anyBlock = '\u{10fffd}'
/** Blocks with a distinct character; beyond this number the characters repeat. */
const blockCharacters = 65_000
/** Private-use characters replace those that would end a token, and the placeholder. */
const unsafe = /[\0-/:-@[-`{-\x7f]|\u{10fffd}/gu
/** The beginning of a label's token. No word contains it. */
const labelMark = '\ue100'
/** The number of characters of a part that form one token. */
const gramLength = 3

/** The tokens of an entry, separated by spaces, each with the placeholder for its block, and its texts that confirm a match. */
export interface Indexed {
  readonly tokens: string
  readonly runs: string
}

/**
 * The beginning of every token of one kind and part, so that a database that looks up a word, or the beginning of one,
 * reads nothing of other owners. Two private-use characters, which no word contains. If owners share them by chance, they still
 * find nothing of each other: the entry names its part.
 */
export function scopeOf(kind: string, part: string): string {
  const digest = createHash('sha256').update(`${kind}\0${part}`).digest()
  return [0, 2].map((at) => String.fromCodePoint(0xf0000 + (digest.readUInt16BE(at) % 0xfffe))).join('')
}

/** The character of a block; the migration computes it in the same way. */
export function blockCharacter(block: number): string {
  return String.fromCodePoint(0xf0000 + (block % blockCharacters))
}

/** The same in SQL for SQLite. */
export function blockCharacterSql(block: string): string {
  return `char(${0xf0000} + ${block} % ${blockCharacters})`
}

/** The token of a label. */
export function labelToken(label: string): string {
  return labelMark + createHash('sha256').update(label).digest('hex').slice(0, 16)
}

/**
 * The tokens of a text any part of which can be found: the three characters from each position on, fewer at the end. A part of
 * three characters or more thus has its tokens among them, and a shorter one is the beginning of a token.
 */
export function grams(text: string): string[] {
  const characters = Array.from(text, (character) => character.replace(unsafe, safeCharacter))
  return characters.map((_, at) => characters.slice(at, at + gramLength).join(''))
}

function safeCharacter(character: string): string {
  return character === anyBlock ? '\ue0ff' : String.fromCodePoint(0xe000 + character.charCodeAt(0))
}

/** Whether a gram of a part can be followed by others in the index. */
export function isWholeGram(gram: string): boolean {
  return Array.from(gram).length === gramLength
}

/** Collects the distinct tokens of an entry up to their limit. */
class TokenSet {
  readonly #scope: string
  readonly #tokens = new Set<string>()
  #bytes = 0

  constructor(scope: string) {
    this.#scope = scope + anyBlock
  }

  get isFull(): boolean {
    return this.#bytes > maxTokenBytes
  }

  add(text: string): void {
    const token = this.#scope + text
    if (this.#tokens.has(token)) return
    this.#bytes += Buffer.byteLength(token)
    if (!this.isFull) this.#tokens.add(token)
  }

  toString(): string {
    return [...this.#tokens].join(' ')
  }
}

/** The part in which an entry is stored. */
export function partOf({ owner, isPublic }: { readonly owner: string | null; readonly isPublic?: boolean }): string {
  return isPublic || owner === null ? '' : owner
}

/** Tokenizes the text of an entry, and yields between small steps. */
export function* indexing(entry: SearchEntry | PartsEntry): Generator<undefined, Indexed> {
  const tokens = new TokenSet(scopeOf(entry.kind, partOf(entry)))
  for (const label of entry.labels ?? []) tokens.add(labelToken(label))
  if ('texts' in entry) {
    for (const text of entry.texts) for (const gram of grams(text)) tokens.add(gram)
    return { tokens: String(tokens), runs: entry.texts.join('\n') }
  }
  const runs: string[] = []
  let runLength = 0
  const text = `${entry.title}\n${entry.body}`
  for (const part of searchParts(text, Math.max(alwaysSearchable, maxGrowth * text.length))) {
    if (tokens.isFull) break
    if (!part) {
      yield
    } else if (part.kind === 'word') {
      tokens.add(part.text)
    } else {
      runLength += part.text.length + 1
      if (runLength <= maxRunLength) runs.push(part.text)
      let step = 0
      for (const token of runTokens(part.text)) {
        tokens.add(token)
        step += 1
        if (step % tokensAStep === 0) yield
      }
    }
  }
  return { tokens: String(tokens), runs: runs.join(' ') }
}

/** Like `indexing`, without pauses. */
export function indexedAtOnce(entry: SearchEntry | PartsEntry): Indexed {
  const steps = indexing(entry)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

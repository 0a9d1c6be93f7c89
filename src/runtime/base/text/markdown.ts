import { shorten } from './shorten.ts'

/** Maximum characters (code points) of a generated title and of a snippet. */
export const titleLength = 80
export const snippetLength = 200

/** Quote marks, list marks and heading marks, in any nesting, and the box of a to-do item. */
const blockMarks = /^(?:\s?(?:>|[-*+](?=\s)|\d{1,3}[.)](?=\s)|#{1,6}(?=\s|$)))+\s?(?:\[[ xX]\]\s)?/u
const headingMark = /^#{1,6}(?=\s)/u
const headingEnd = / #+$/u
/** Rules, underlines of headings and the line below a table's header: no text. */
const ruleLine = /^[\s\-=_*|:+~]*$/u
const fence = /^(?:(`{3,})[^`]*|(~{3,}).*)$/u

/**
 * Marks inside a line and what a reader sees instead. Each pattern stops at the next mark of its kind, so that every text takes
 * linear time.
 */
const inlineMarks: readonly (readonly [RegExp, string])[] = [
  [/<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+)>/giu, '$1'],
  [/<!--[^<>]*-->|<\/?[a-z][^<>]*>/giu, ''],
  [/(?<!\\)!\[([^[\]]*)\]\([^()]*(?:\([^()]*\)[^()]*)*\)/gu, '$1'],
  [/(?<![\\!])\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\])/gu, '$1'],
]
const emphasis: readonly RegExp[] = [
  /(?<![\\*])(\*{1,3})(?![\s*])([^*]*[^\s*\\])\1(?!\*)/gu,
  /(?<![\\\p{L}\p{N}_])(_{1,3})(?![\s_])([^_]*[^\s_\\])\1(?![\p{L}\p{N}_])/gu,
  /(?<![\\~])(~~)(?![\s~])([^~]*[^\s~\\])\1(?!~)/gu,
]
/** Without any of these, no pattern matches. */
const inlineMark = /[<[*_~`\\]/u
/** `***bold** and italic*` has marks inside marks; three rounds reach what people write. */
const emphasisRounds = 3
const codeSpan = /(?<![\\`])(`{1,3})(?!`)([^`]+)\1(?!`)/gu
const escaped = /\\([!-/:-@[-`{-~])/gu

interface PlainLine {
  readonly text: string
  readonly isHeading: boolean
  readonly isCode: boolean
  /** Where the line ends in the markdown, in UTF-16 units. */
  readonly end: number
}

/** The lines of a markdown text as a reader sees them, without empty ones. */
function* plainLines(markdown: string): Generator<PlainLine> {
  let openFence: string | undefined
  for (const match of markdown.matchAll(/[^\n\r]+/gu)) {
    const line = match[0].replace(/\s+/gu, ' ').trim()
    const end = match.index + match[0].length
    const mark = fenceMark(line)
    if (openFence) {
      if (mark && line === mark && mark.startsWith(openFence)) openFence = undefined
      else if (line) yield { text: line, isHeading: false, isCode: true, end }
      continue
    }
    if (mark) {
      openFence = mark
      continue
    }
    if (ruleLine.test(line)) continue
    const text = plainLine(line)
    if (text) yield { text, isHeading: headingMark.test(line), isCode: false, end }
  }
}

function fenceMark(line: string): string | undefined {
  const match = fence.exec(line)
  return match?.[1] ?? match?.[2]
}

function plainLine(line: string): string {
  let text = line.replace(blockMarks, '')
  if (headingMark.test(line)) text = text.replace(headingEnd, '')
  if (!inlineMark.test(text)) return text.trim()
  for (const [mark, seen] of inlineMarks) text = text.replace(mark, seen)
  for (let round = 0; round < emphasisRounds; round++) {
    const before = text
    for (const mark of emphasis) text = text.replace(mark, '$2')
    if (text === before) break
  }
  return text.replace(codeSpan, '$2').replace(escaped, '$1').replace(/\s+/gu, ' ').trim()
}

/**
 * The beginning of a markdown text as a reader sees it, on one line of at most 200 characters. For a text of only marks, the
 * marks.
 */
export function snippetOf(markdown: string): string {
  let text = ''
  for (const line of plainLines(markdown)) {
    text += text ? ` ${line.text}` : line.text
    // A character takes two UTF-16 units at most.
    if (text.length > 2 * snippetLength) break
  }
  return shorten(text || rawLine(markdown), snippetLength)
}

/**
 * A title for a markdown text without one: its first line with a letter or digit, without marks, at most 80 characters. Lines of
 * code count only if the text has no others. Empty only for an empty text.
 */
export function titleFrom(markdown: string): string {
  let code: string | undefined
  for (const { text, isCode } of plainLines(markdown)) {
    if (!/[\p{L}\p{N}]/u.test(text)) continue
    if (!isCode) return shorten(text, titleLength)
    code ??= text
  }
  return shorten(code ?? rawLine(markdown), titleLength)
}

/** A text that begins with a letter has no mark at its beginning, so no heading. Most texts are like that. */
const plainOpening = /^\s*\p{L}/u

/**
 * A markdown text under its title. When the text itself begins with that title as its heading, the heading is not repeated.
 *
 * @param byline a line between the title and the text, such as author and day
 */
export function underTitle(title: string, markdown: string, byline?: string): string {
  const mayBeginWithIt = markdown.includes('#') && !plainOpening.test(markdown)
  const first = mayBeginWithIt ? plainLines(markdown).next().value : undefined
  const rest = first?.isHeading && first.text === title ? markdown.slice(first.end) : markdown
  return [`# ${title}`, byline, rest.replace(/^(?:[^\S\n\r]*[\n\r])+/u, '')].filter(Boolean).join('\n\n')
}

function rawLine(markdown: string): string {
  return markdown
    .trim()
    .split(/[\n\r]/u, 1)[0]!
    .replace(/\s+/gu, ' ')
    .trim()
}

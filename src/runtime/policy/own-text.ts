import { invalidArgument } from '../base/errors.ts'

/** A piece of a prompt: the words of the caller, or text that the caller has quoted or pasted. */
export interface PromptPart {
  readonly text: string
  readonly isOwn: boolean
}

/** A block, which blank lines separate from others, is presumed pasted above this many characters. */
const maxOwnBlock = 400

/** From its start to its end, in UTF-16 units. */
type Span = readonly [start: number, end: number]

/**
 * Splits a prompt into the caller's own words and text by others, by structure alone and so in any language: fenced and
 * quoted text, mail, chat logs, markup, text in quotation marks, and blocks of more than 400 characters.
 *
 * @returns the parts in order; together they are the prompt
 */
export function splitPrompt(text: string): readonly PromptPart[] {
  const found = [
    ...fences(text),
    ...matches(text, /^[^\S\n]*[>＞][^\n]*\n?/gmu),
    ...mail(text),
    ...blocks(text),
    ...quotations(text),
  ]
  const parts: PromptPart[] = []
  let at = 0
  for (const [start, end] of merged(text, found)) {
    if (start > at) parts.push({ text: text.slice(at, start), isOwn: true })
    parts.push({ text: text.slice(start, end), isOwn: false })
    at = end
  }
  if (at < text.length) parts.push({ text: text.slice(at), isOwn: true })
  return parts
}

/** The most characters of a prompt together with its quotations. */
const maxPrompt = 30_000

/**
 * Adds text by others to a prompt as quoted lines, so that `splitPrompt` recognises it wherever the prompt is stored.
 *
 * @param quotes what the caller says is by others, if anything
 * @throws ApiError invalid_argument for `quotes` if the whole has more than 30,000 characters
 */
export function quoting(prompt: string, quotes: readonly string[] = []): string {
  const lines = (quote: string) => quote.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `> ${line}`)
  const quoted = quotes.map((quote) => lines(quote).join('\n'))
  const text = [prompt, ...quoted].join('\n\n')
  const length = [...text].length
  if (quoted.length === 0 || length <= maxPrompt) return text
  const message = `must leave the prompt at most ${maxPrompt} characters with all quotations, and it would have ${length}`
  throw invalidArgument('quotes', message)
}

/** The caller's own words; pieces between which something was quoted are on separate lines. */
export function ownTextOf(parts: readonly PromptPart[]): string {
  return parts
    .filter(({ isOwn }) => isOwn)
    .map(({ text }) => text)
    .join('\n')
}

function matches(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length])
}

/** Fenced blocks (CommonMark 4.5), to the end of the text if they are not closed, and code in backticks. */
function fences(text: string): Span[] {
  return [
    ...matches(text, /^[^\S\n]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[^\S\n]*\1[^\n]*$|(?![\s\S]))/gmu),
    ...matches(text, /`[^`\n]+`/gu),
  ]
}

const headerLine = /^[^\S\n]*\p{L}[\p{L}\p{M}\p{N} -]{0,30}[:：][^\S\n]*\S/u
const address = /[^\s<>@]{1,64}@[^\s<>@]+\.[^\s<>@]+/u
const dashes = /^[-=–—]{2}$/
const rule = /^(?:-{3,}|_{3,}|={3,}|\*{3,}|[–—]{2,})$/
/** "On that day, Eve <eve@example.net> wrote:", in any language. */
const attribution = /<[^\s<>@]+@[^\s<>@]+>[^\n]{0,80}[:：][^\S\n]*$/u

/** From the first header, separator or attribution of a mail to the end: where a pasted mail ends cannot be seen. */
function mail(text: string): Span[] {
  const lines = linesOf(text)
  for (const [at, { start, line }] of lines.entries()) {
    const isFollowed = text.slice(start + line.length).trim() !== ''
    if (isFollowed && (isSeparator(line) || attribution.test(line))) return [[start, text.length]]
    if (beginsMail(lines.slice(at, at + 12).map((each) => each.line))) return [[start, text.length]]
  }
  return []
}

/** A line of dashes, or words between dashes, as mail programs write before a forwarded message. */
function isSeparator(line: string): boolean {
  const text = line.trim()
  return rule.test(text) || (text.length > 5 && dashes.test(text.slice(0, 2)) && dashes.test(text.slice(-2)))
}

/** Two or more headers, one of them with an address, and then a blank line and text, a name in the address, or a time. */
function beginsMail(lines: readonly string[]): boolean {
  const end = lines.findIndex((line) => !headerLine.test(line))
  const headers = end < 0 ? lines : lines.slice(0, end)
  if (headers.length < 2 || !headers.some((line) => address.test(line))) return false
  const hasBody = end >= 0 && lines[end]?.trim() === '' && lines.slice(end).some((line) => line.trim() !== '')
  return hasBody || headers.some((line) => /<[^\s<>@]+@[^\s<>@]+>/u.test(line) || /\d{1,2}[:.]\d{2}/u.test(line))
}

function linesOf(text: string): { start: number; line: string }[] {
  let start = 0
  return text.split('\n').map((line) => {
    const entry = { start, line }
    start += line.length + 1
    return entry
  })
}

/** A time, a name and what was said, as chat programs export it. */
const chatLine =
  /^[^\S\n]*[[(]?(?:\d[\d./ -]*,?[^\S\n]+)?\d{1,2}[:.：]\d{2}(?:[:.]\d{2})?[^\S\n]*(?:[AaPp][Mm])?[\])]?[^\S\n]*[-–,]?[^\S\n]*[^\n:：\d][^\n:：]{0,40}[:：][^\S\n]*\S/u

/** Blocks that are long, a log of a chat, or marked up. */
function blocks(text: string): Span[] {
  return matches(text, /[^\n]+(?:\n(?![^\S\n]*(?:\n|$))[^\n]*)*/gu).filter(([start, end]) => {
    const block = text.slice(start, end)
    if ([...block.trim()].length > maxOwnBlock) return true
    const chat = block.split('\n').filter((line) => chatLine.test(line))
    return chat.length >= 2 || (block.match(/<\/?[a-z][^<>\n]*>/giu) ?? []).length >= 2
  })
}

/** Quotation marks of all scripts, with the marks that can close them. */
const closers: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '‹': '›',
  '「': '」',
  '『': '』',
  '《': '》',
  '〈': '〉',
  '〝': '〞〟',
  '﹁': '﹂',
  '＂': '＂',
}
/** In some languages these open a quotation that ends in the same line; in others they close one. */
const reversed: Readonly<Record<string, string>> = { '”': '”', '»': '«', '›': '‹', '‚': '‘’', '‘': '’', "'": "'" }

/** Text in quotation marks. Where a mark is never closed, the quotation reaches to the end of its block. */
function quotations(text: string): Span[] {
  const spans: Span[] = []
  const unclosed = new Map<string, number>()
  for (let at = 0; at < text.length; at += 1) {
    const mark = text[at] as string
    const isStraight = mark === '"' || mark === '״'
    const closing = isStraight ? mark : (closers[mark] ?? reversed[mark])
    if (closing === undefined || !mayOpen(text, at, mark)) continue
    const isLine = !isStraight && closers[mark] === undefined
    const end = at < (unclosed.get(mark) ?? 0) ? -1 : closingOf(text, at + 1, closing, isLine)
    if (end < 0 && isLine) {
      unclosed.set(mark, ends(text, at, '\n'))
      continue
    }
    spans.push([at, end < 0 ? endOfBlock(text, at) : end + 1])
    at = (spans.at(-1) as Span)[1] - 1
  }
  return spans
}

const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
const isHebrew = (character: string | undefined) => character !== undefined && /\p{Script=Hebrew}/u.test(character)

/** Single marks are apostrophes within words, double ones make acronyms within Hebrew words, and inches after numbers. */
function mayOpen(text: string, at: number, mark: string): boolean {
  const [before, after] = [text[at - 1], text[at + 1]]
  if (mark === "'" || mark === '‘' || mark === '‚') return !isWord(before) && after !== undefined && /\S/.test(after)
  if (mark !== '"' && mark !== '״') return true
  return !isAcronym(before, after) && !(before !== undefined && /\d/.test(before) && !isWord(after))
}

const isAcronym = (before: string | undefined, after: string | undefined) => isHebrew(before) && isHebrew(after)

/** @returns where the quotation is closed, or -1 */
function closingOf(text: string, from: number, closing: string, isLine: boolean): number {
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] as string
    if (isLine && character === '\n') return -1
    if (!closing.includes(character)) continue
    const [before, after] = [text[at - 1], text[at + 1]]
    const isApostrophe = (character === "'" || character === '’') && isWord(after)
    if (!isApostrophe && !((character === '"' || character === '״') && isAcronym(before, after))) return at
  }
  return -1
}

function ends(text: string, from: number, mark: string): number {
  const end = text.indexOf(mark, from)
  return end < 0 ? text.length : end
}

function endOfBlock(text: string, from: number): number {
  for (let at = ends(text, from, '\n'); at < text.length; at = ends(text, at + 1, '\n')) {
    if (text.slice(at + 1, ends(text, at + 1, '\n')).trim() === '') return at
  }
  return text.length
}

/** The spans in order, without overlaps; those that only white space separates become one. */
function merged(text: string, spans: readonly Span[]): Span[] {
  const result: [number, number][] = []
  for (const [start, end] of spans.toSorted((one, other) => one[0] - other[0])) {
    const last = result.at(-1)
    if (last && text.slice(last[1], start).trim() === '') last[1] = Math.max(last[1], end)
    else result.push([start, end])
  }
  return result
}

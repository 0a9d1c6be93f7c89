import { Slices } from '../base/yield-to-event-loop.ts'

/**
 * Parses a JSON object with one long list among its members, entry by entry and in slices, so that megabytes of it
 * do not block the event loop.
 *
 * @param name the member that contains the list
 * @param take gets each entry
 * @returns the object with an empty list
 * @throws SyntaxError for text that is not such an object
 */
export async function parseInSlices(
  text: string,
  name: string,
  take: (entry: unknown) => void,
  slices = new Slices(),
): Promise<unknown> {
  const list = listIn(text, name)
  let at = skipSpace(text, list + 1)
  if (text[at] !== ']') {
    for (;;) {
      const end = endOfValue(text, at)
      take(JSON.parse(text.slice(at, end)))
      at = skipSpace(text, end)
      if (text[at] === ']') break
      if (text[at] !== ',') throw unexpected(at)
      at = skipSpace(text, at + 1)
      if (slices.isOver) await slices.next()
    }
  }
  return JSON.parse(text.slice(0, list + 1) + text.slice(at))
}

/** Where the list with this name begins, among the members of the outermost object. */
function listIn(text: string, name: string): number {
  let at = skipSpace(text, 0)
  if (text[at] !== '{') throw unexpected(at)
  at = skipSpace(text, at + 1)
  while (text[at] === '"') {
    const end = endOfString(text, at)
    const key: unknown = JSON.parse(text.slice(at, end))
    at = skipSpace(text, end)
    if (text[at] !== ':') throw unexpected(at)
    at = skipSpace(text, at + 1)
    if (key === name) {
      if (text[at] !== '[') throw unexpected(at)
      return at
    }
    at = skipSpace(text, endOfValue(text, at))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  throw new SyntaxError(`The JSON has no list named ${name}`)
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at++
  return at
}

const bracket = /["[\]{}]/g
const plainEnd = /[,\]}\s]/g

/** The index after the JSON value that begins at `from`, with any content. */
function endOfValue(text: string, from: number): number {
  const first = text[from]
  if (first === '"') return endOfString(text, from)
  if (first !== '{' && first !== '[') {
    plainEnd.lastIndex = from
    return plainEnd.exec(text)?.index ?? text.length
  }
  let depth = 0
  bracket.lastIndex = from
  for (let found = bracket.exec(text); found; found = bracket.exec(text)) {
    const [character] = found
    if (character === '"') bracket.lastIndex = endOfString(text, found.index)
    else if (character === '{' || character === '[') depth += 1
    else if (--depth === 0) return found.index + 1
  }
  throw unexpected(text.length)
}

function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text[at - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0) return at + 1
  }
  throw unexpected(text.length)
}

/** The text itself is not quoted: the message is logged. */
function unexpected(at: number): SyntaxError {
  return new SyntaxError(`The JSON is not as expected at character ${at}`)
}

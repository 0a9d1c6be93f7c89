import { ApiError } from '../base/errors.ts'
import { Slices } from '../base/yield-to-event-loop.ts'

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * 500 links of `url.create_many` with twenty tags each have 14,000; messages of registered services have long lists of
 * numbers. No argument has ten levels.
 */
const maxValues = 100_000
/**
 * 500 links have 3,001. Different keys take longest to parse and to look through: so many take some 20 ms, which one
 * account may have the server do twenty times a second.
 */
const maxKeys = 20_000
const maxDepth = 64
/** How many steps are taken between two looks at the clock. */
const stepsPerLook = 4096

/** Shorter JSON is parsed at once: even if it consists of keys alone, that takes milliseconds. */
const maxUncheckedBytes = 64 * 1024

/**
 * Rejects long JSON with more values (members and entries of all objects and lists), keys or levels than a call needs,
 * before it is parsed: parsing a million short keys takes seconds and a gigabyte, one long text of the same size only
 * milliseconds. It looks at the punctuation alone, in slices, so that it never blocks the event loop; whether the rest
 * is valid JSON is for the parser. Resolves in a separate turn of the event loop, so that no two long texts are parsed
 * in the same one.
 *
 * @throws ApiError invalid_argument
 */
export async function checkStructure(bytes: Buffer): Promise<void> {
  if (bytes.length <= maxUncheckedBytes) return
  const slices = new Slices()
  let values = 0
  let keys = 0
  let depth = 0
  let isInText = false
  for (let at = 0, steps = 1; at < bytes.length; at++, steps++) {
    if (isInText) {
      at = bytes.indexOf(quote, at)
      if (at < 0) break
      isInText = isEscaped(bytes, at)
    } else {
      const byte = bytes[at]
      if (byte === quote) isInText = true
      else if (byte === comma) values += 1
      else if (byte === colon) keys += 1
      else if (byte === openBrace || byte === openBracket) {
        values += 1
        depth += 1
      } else if (byte === closeBrace || byte === closeBracket) depth -= 1
    }
    if (values > maxValues) throw tooMany(`${maxValues} values`)
    if (keys > maxKeys) throw tooMany(`${maxKeys} keys`)
    if (depth > maxDepth)
      throw new ApiError('invalid_argument', `The body is nested more than ${maxDepth} levels deep.`)
    if (steps % stepsPerLook === 0 && slices.isOver) await slices.next()
  }
  await slices.next()
}

const tooMany = (what: string) =>
  new ApiError('invalid_argument', `The body contains more than ${what}. Send less in one call.`)

/** Whether the quotation mark at that place belongs to its text. */
function isEscaped(bytes: Buffer, place: number): boolean {
  let backslashes = 0
  while (bytes[place - 1 - backslashes] === backslash) backslashes += 1
  return backslashes % 2 === 1
}

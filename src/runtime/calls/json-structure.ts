import { ApiError } from '../base/errors.ts'
import { Slices } from '../base/yield-to-event-loop.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * 500 links of `url.create_many` with twenty tags each have 14,000; messages of registered services have long lists of
 * numbers. So many distinct keys take some 50 ms to parse. No argument has ten levels.
 */
const maxValues = 100_000
const maxDepth = 64
/** How many steps are taken between two looks at the clock. */
const stepsPerLook = 4096

/** Shorter JSON is parsed at once: even if it consists of keys alone, that takes milliseconds. */
const maxUncheckedBytes = 64 * 1024

/**
 * Rejects long JSON with more values (members and entries of all objects and lists) or levels than a call needs, before it
 * is parsed: parsing a million short keys takes seconds and a gigabyte, one long text of the same size only milliseconds.
 * It looks at the punctuation alone, in slices, so that it never blocks the event loop; whether the rest is valid JSON is
 * for the parser.
 *
 * @throws ApiError invalid_argument
 */
export async function checkStructure(bytes: Buffer): Promise<void> {
  if (bytes.length <= maxUncheckedBytes) return
  const slices = new Slices()
  let values = 0
  let depth = 0
  let isInText = false
  for (let at = 0, steps = 1; at < bytes.length; at++, steps++) {
    if (isInText) {
      at = bytes.indexOf(quote, at)
      if (at < 0) return
      isInText = isEscaped(bytes, at)
    } else {
      const byte = bytes[at]
      if (byte === quote) isInText = true
      else if (byte === comma) values += 1
      else if (byte === openBrace || byte === openBracket) {
        values += 1
        depth += 1
      } else if (byte === closeBrace || byte === closeBracket) depth -= 1
    }
    if (values > maxValues)
      throw new ApiError('invalid_argument', `The body contains more than ${maxValues} values. Send less in one call.`)
    if (depth > maxDepth)
      throw new ApiError('invalid_argument', `The body is nested more than ${maxDepth} levels deep.`)
    if (steps % stepsPerLook === 0 && slices.isOver) await slices.next()
  }
}

/** Whether the quotation mark at that place belongs to its text. */
function isEscaped(bytes: Buffer, place: number): boolean {
  let backslashes = 0
  while (bytes[place - 1 - backslashes] === backslash) backslashes += 1
  return backslashes % 2 === 1
}

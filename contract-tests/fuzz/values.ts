import fc from 'fast-check'
import type { Document, Schema } from '../../src/runtime/base/openapi.ts'
import { type FlatSchema, flatten } from '../changes/flatten.ts'

/** Long enough to be unusual, short enough that a run makes thousands; sometimes a text has the maximum length. */
const usualLength = 60

/** Inside a list's objects, of which there may be hundreds in one body. */
const nestedLength = 20
const nestedItems = 5

/** Beyond it a text of maximum length is megabytes, and is refused by the body cap instead. */
const greatestLength = 250_000

/**
 * Values that fit a schema.
 *
 * @param isNested inside an object: short, so that a list of them stays within the cap on bodies
 */
export function fitting(document: Document, schema: Schema, isNested = false): fc.Arbitrary<unknown> {
  const flat = flatten(document, schema)
  if (flat.values) return fc.constantFrom(...flat.values)
  switch (flat.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer(numberBounds(flat, 2 ** 31 - 1))
    case 'number':
      return decimal(flat)
    case 'string':
      return fittingText(flat, isNested)
    case 'array': {
      const { minItems = 0 } = flat.lower
      const { maxItems = minItems + nestedItems } = flat.upper
      const isShort = isNested || flatten(document, flat.items ?? {}).type === 'object'
      const maxLength = isShort ? Math.min(maxItems, minItems + nestedItems) : maxItems
      return fc.array(fitting(document, flat.items ?? {}, isNested), { minLength: minItems, maxLength, size: 'max' })
    }
    default:
      if (Object.keys(flat.properties).length > 0) return fittingObject(document, flat)
      return fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.oneof(storable(0, 20), fc.integer(), fc.boolean()))
  }
}

function fittingObject(document: Document, { properties, required }: FlatSchema): fc.Arbitrary<unknown> {
  const values: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, part]) => [name, fitting(document, part, true)]),
  )
  return fc.record(values, { requiredKeys: [...required] })
}

function numberBounds({ lower, upper }: FlatSchema, limit: number): { min: number; max: number } {
  return { min: lower.minimum ?? -limit, max: upper.maximum ?? limit }
}

/** To six decimals: a number in a URL has no exponent. */
function decimal(flat: FlatSchema): fc.Arbitrary<number> {
  const { min, max } = numberBounds(flat, 1e9)
  return fc
    .double({ min, max, noNaN: true, noDefaultInfinity: true })
    .map((value) => Math.min(max, Math.max(min, Number(value.toFixed(6)) + 0)))
}

/** Text that a database can store: no NUL, no half of a surrogate pair. */
function storable(minLength: number, maxLength: number): fc.Arbitrary<string> {
  return fc
    .string({
      unit: fc.oneof({ weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 1 }) }, oddCharacter),
      minLength,
      maxLength,
      size: 'max',
    })
    .map((text) => text.replaceAll('\0', ' '))
}

/** Characters that commonly break things: quotes, wildcards, controls, marks, astral, right to left. */
const oddCharacter = fc.constantFrom(
  ...`'"\`\\%_*?:;()[]{}<>&|$#@^~-+=/,. \n\r\t`,
  ...['\u0001', '\u007f', '\u0085', '\u00a0', '\u00ad', '\u0301', '\u200b', '\u200d', '\u202e', '\u2028', '\ufeff'],
  ...['İ', 'ß', 'ﬁ', 'ς', 'Ω', '中', '한', 'ก', 'ع', '𝄞', '👩', '\ud83c\udffd', '\uffff', '\u{10ffff}'],
)

const moment = fc
  .tuple(
    fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
    fc.integer({ min: -14, max: 14 }),
  )
  .map(([date, hours]) => {
    const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
    return date.toISOString().replace('Z', hours === 0 ? 'Z' : offset)
  })

function fittingText(flat: FlatSchema, isNested: boolean): fc.Arbitrary<string> {
  if (flat.format === 'date-time') return moment
  if (flat.format === 'date') return moment.map((text) => text.slice(0, 10))
  const { minLength = 0 } = flat.lower
  const { maxLength = minLength + usualLength } = flat.upper
  const some = storable(minLength, Math.min(maxLength, minLength + (isNested ? nestedLength : usualLength)))
  const fits = (text: string) => fitsText(flat, text)
  const isFree =
    fits('x'.repeat(Math.max(1, minLength))) && fits(`'${'é'.repeat(Math.max(1, minLength))}`.slice(0, maxLength))
  if (isFree && !isNested && maxLength <= greatestLength) {
    // Astral, so that bytes, code units and characters differ.
    const longest = fc.constantFrom('x', '𝄞').map((unit) => unit.repeat(maxLength))
    return fc.oneof({ weight: 30, arbitrary: some }, { weight: 1, arbitrary: longest }).filter(fits)
  }
  if (isFree) return some
  const formed = flat.patterns.flatMap((pattern) => {
    try {
      return [fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })]
    } catch {
      // Text cannot be generated from every pattern (not from a look-ahead); the other patterns and the filter suffice.
      return []
    }
  })
  return fc
    .oneof(...(formed.length > 0 ? formed : [some]))
    .map((text) => text.replaceAll('\0', ''))
    .filter(fits)
}

/** Whether a text has the length and format that a schema requires; lengths in characters. */
export function fitsText({ lower, upper, patterns }: FlatSchema, text: string): boolean {
  const length = [...text].length
  if (length < (lower.minLength ?? 0) || length > (upper.maxLength ?? Number.POSITIVE_INFINITY)) return false
  return text.isWellFormed() && patterns.every((pattern) => new RegExp(pattern, 'u').test(text))
}

/**
 * Values that do not fit a schema, each for one reason.
 *
 * @param isText the value is sent as text in a URL, where every text is a string
 */
export function unfitting(document: Document, schema: Schema, isText: boolean): fc.Arbitrary<unknown>[] {
  const flat = flatten(document, schema)
  const found: unknown[] = isText ? [] : otherTypes(flat)
  const { minimum, minLength = 0, minItems = 0 } = flat.lower
  const { maximum, maxLength, maxItems } = flat.upper
  if (flat.type === 'integer') found.push('many', '1.5', '', 'NaN', ...(isText ? ['1e400', '0x10'] : [1.5]))
  if (flat.type === 'number') found.push('many', '', 'Infinity')
  if (flat.type === 'boolean') found.push('maybe', '', 'yes')
  if (minimum !== undefined) found.push(minimum - 1)
  if (maximum !== undefined) found.push(maximum + 1)
  if (flat.values) found.push('no_such_value')
  if (flat.type === 'string' && !flat.values) {
    if (minLength > 0) found.push('')
    // A URL is shorter than a body may be.
    const longest = isText ? 30_000 : greatestLength
    if (maxLength !== undefined && maxLength <= longest) found.push('x'.repeat(maxLength + 1))
    if (flat.format) found.push('soon', '2026-02-30T25:00:00Z', '2026-13-01')
    if (!isText) found.push('a\u0000b', 'half \ud83c')
  }
  const arbitraries = found.length > 0 ? [fc.constantFrom(...found)] : []
  if (flat.patterns.length > 0) arbitraries.push(unfittingText(flat))
  if (flat.type === 'array' && flat.items) {
    const fittingItem = fitting(document, flat.items)
    if (minItems > 0 && !isText) arbitraries.push(fc.constant([]))
    if (maxItems !== undefined) {
      arbitraries.push(fc.array(fittingItem, { minLength: maxItems + 1, maxLength: maxItems + 1 }))
    }
  }
  return arbitraries
}

function unfittingText(flat: FlatSchema): fc.Arbitrary<unknown> {
  const candidates = ['', ' ', '\t', '!', 'ä ', '%', '-', ' x', 'x\ny', 'a b', '../..', '<b>'].filter(
    (text) => !fitsText(flat, text),
  )
  return fc.constantFrom(...(candidates.length > 0 ? candidates : ['\u0000']))
}

const samples: [string, unknown][] = [
  ['string', 'text'],
  ['integer', 7],
  ['number', 7.5],
  ['boolean', true],
  ['array', []],
  ['object', {}],
  ['null', null],
]

function otherTypes({ type }: FlatSchema): unknown[] {
  return samples.flatMap(([name, value]) => (name === type || (type === 'number' && name === 'integer') ? [] : [value]))
}

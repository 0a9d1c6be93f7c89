import { isDeepStrictEqual } from 'node:util'
import { bearing, compassPoint, distanceKm } from '../../runtime/base/geo.ts'
import { type Comparison, type Expression, expressionsOf, pathsIn } from './expression.ts'

/** The values that a relation is about. */
export interface Subject {
  /** The object that has the relation. */
  readonly value: unknown
  /** The arguments of the call, with their defaults. */
  readonly args: Readonly<Record<string, unknown>>
}

/** Which entry of each list is compared now, by the path of the list. */
type Places = ReadonlyMap<string, number>
type Path = Expression & { kind: 'path' }

/** Functions of whole lists: their paths do not go through the list entry by entry. */
const ofLists: Readonly<Record<string, (values: readonly unknown[]) => unknown>> = {
  count: (values) => values.length,
  sum: (values) => values.reduce<number>((all, each) => all + Number(each), 0),
  last: (values) => values.at(-1),
  first: (values) => values[0],
  absent: (values) => values.length === 0,
}

const ofValues: Readonly<Record<string, (...values: never[]) => unknown>> = {
  distance_km: (aLat: number, aLon: number, bLat: number, bLon: number) =>
    distanceKm({ lat: aLat, lon: aLon }, { lat: bLat, lon: bLon }),
  bearing: (aLat: number, aLon: number, bLat: number, bLon: number) =>
    bearing({ lat: aLat, lon: aLon }, { lat: bLat, lon: bLon }),
  compass: (degrees: number) => compassPoint(degrees),
  folded: (text: string) => plain(text).normalize('NFKC').toUpperCase().toLowerCase().replaceAll(' ', ''),
  bytes: (text: string) => Buffer.byteLength(text),
  decoded_bytes: (text: string) => Buffer.from(text, 'base64').length,
  digits: (text: string) => text.replace(/\D/g, ''),
  address: (text: string) => new URL(text.trim()).href.replace(/#.*/s, ''),
  head: (text: string) => text.split(',')[0],
  prefix: (text: string) => /^[a-z]*/.exec(text)?.[0],
  length: (value: string | readonly unknown[]) => (typeof value === 'string' ? [...value].length : value.length),
  day: (time: string) => time.slice(0, 10),
  clock: (time: string, timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(time)),
  power: (base: number, exponent: number) => base ** exponent,
  tile_north: (y: number, zoom: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** zoom))) * 180) / Math.PI,
}

/** The names of all functions that relations may call. */
export const functionNames: readonly string[] = [...Object.keys(ofLists), ...Object.keys(ofValues)]

/**
 * Whether a comparison holds, for every entry of the lists that its paths go through. A comparison with an absent value
 * holds.
 *
 * @returns undefined if it holds, or else the values that differ
 */
export function violation(comparison: Comparison, subject: Subject): string | undefined {
  const paths = expressionsOf(comparison).flatMap(pathsOutsideLists)
  let places: Places[] = [new Map()]
  for (const path of paths) places = places.flatMap((known) => placesOf(path, subject, known))
  for (const at of places) {
    const { left, operator, right, tolerance, conditions = [] } = comparison
    if (!conditions.every((condition) => holds(condition, subject, at))) continue
    const [a, b] = [evaluate(left, subject, at), evaluate(right, subject, at)]
    if (a === undefined || b === undefined) continue
    const allowed = tolerance && Number(evaluate(tolerance, subject, at))
    if (!compare(a, operator, b, allowed)) return `${show(a)} ${operator} ${show(b)} does not hold`
  }
  return undefined
}

function holds({ left, operator, right }: Comparison, subject: Subject, at: Places): boolean {
  const [a, b] = [evaluate(left, subject, at), evaluate(right, subject, at)]
  return a !== undefined && b !== undefined && compare(a, operator, b, undefined)
}

const show = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

function pathsOutsideLists(expression: Expression): Path[] {
  if (expression.kind === 'call')
    return expression.name in ofLists ? [] : expression.parameters.flatMap(pathsOutsideLists)
  if (expression.kind === 'calculation') return [expression.left, expression.right].flatMap(pathsOutsideLists)
  return pathsIn(expression)
}

/** The places of all entries of the lists on a path, except for a list at its end. */
function placesOf({ isArgument, segments }: Path, { value, args }: Subject, known: Places): Places[] {
  const walk = (at: unknown, index: number, places: Places): Places[] => {
    const prefix = `${isArgument ? 'args.' : ''}${segments.slice(0, index).join('.')}`
    if (index === segments.length) return [places]
    if (Array.isArray(at)) {
      const place = places.get(prefix)
      if (place !== undefined) return walk(at[place], index, places)
      return at.flatMap((entry, number) => walk(entry, index, new Map(places).set(prefix, number)))
    }
    return walk(member(at, segments[index] as string), index + 1, places)
  }
  return walk(isArgument ? args : value, 0, known)
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** Every value at the end of a path, in all entries of the lists on it; a list at its end counts with its entries. */
export function valuesAt(path: Path, { value, args }: Subject): unknown[] {
  let values: unknown[] = [path.isArgument ? args : value]
  for (const name of path.segments) values = values.flatMap((each) => member(each, name) ?? [])
  return values
}

function evaluate(expression: Expression, subject: Subject, places: Places): unknown {
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'path':
      return valueAt(expression, subject, places)
    case 'call':
      return call(expression, subject, places)
    case 'calculation': {
      const [a, b] = [expression.left, expression.right].map((side) => numeric(evaluate(side, subject, places)))
      return a === undefined || b === undefined ? undefined : calculate(a, expression.operator, b)
    }
  }
}

function valueAt({ isArgument, segments }: Path, { value, args }: Subject, places: Places): unknown {
  let at: unknown = isArgument ? args : value
  segments.forEach((name, index) => {
    if (Array.isArray(at))
      at = at[places.get(`${isArgument ? 'args.' : ''}${segments.slice(0, index).join('.')}`) ?? -1]
    at = member(at, name)
  })
  return at ?? undefined
}

function call({ name, parameters }: Expression & { kind: 'call' }, subject: Subject, places: Places): unknown {
  const ofList = ofLists[name]
  const [first] = parameters
  if (ofList) {
    if (first?.kind !== 'path') throw new Error(`${name}() takes a path`)
    const list = valuesAt(first, subject)
    // A list that is absent has no count.
    const isMissing = list.length === 0 && valueAt(first, subject, places) === undefined
    return isMissing && name !== 'absent' ? undefined : ofList(list)
  }
  const ofValue = ofValues[name]
  if (!ofValue) throw new Error(`There is no function ${name}()`)
  const values = parameters.map((each) => evaluate(each, subject, places))
  return values.includes(undefined) ? undefined : ofValue(...(values as never[]))
}

function calculate(a: number, operator: string, b: number): number {
  if (operator === '+') return a + b
  if (operator === '-') return a - b
  return operator === '*' ? a * b : a / b
}

const timeForm = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

/** A number, or the seconds of a time. */
function numeric(value: unknown): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return undefined
  if (/^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  return timeForm.test(value) ? Date.parse(value) / 1000 : undefined
}

/** Orders two values: numbers, times, or else texts. */
export function order(a: unknown, b: unknown): number {
  const [x, y] = [numeric(a), numeric(b)]
  if (x !== undefined && y !== undefined) return x - y
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  return String(a) < String(b) ? -1 : Number(String(a) > String(b))
}

/** Text without what servers remove: whitespace at the ends, runs of it, decomposed and invisible characters. */
const plain = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[\s\u0085]+/gu, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()

function compare(a: unknown, operator: string, b: unknown, tolerance: number | undefined): boolean {
  if (operator === 'contains') return contains(a, b)
  if (operator === 'says') return says(a, b)
  if (operator === '=') return equals(a, b, tolerance)
  if (operator === '!=') return !equals(a, b, tolerance)
  const difference = order(a, b)
  const slack = tolerance ?? 1e-9
  if (operator === '<=') return difference <= slack
  if (operator === '>=') return difference >= -slack
  return operator === '<' ? difference < 0 : difference > 0
}

function equals(a: unknown, b: unknown, tolerance: number | undefined): boolean {
  const [x, y] = [numeric(a), numeric(b)]
  if (x !== undefined && y !== undefined) return Math.abs(x - y) <= (tolerance ?? Math.abs(x) * 1e-9)
  if (typeof a === 'string' && typeof b === 'string') return plain(a) === plain(b)
  return isDeepStrictEqual(a, b)
}

function contains(a: unknown, b: unknown): boolean {
  if (Array.isArray(b)) return b.every((each) => contains(a, each))
  if (Array.isArray(a)) return a.some((each) => equals(each, b, undefined))
  return plain(String(a)).includes(plain(String(b)))
}

const numberWords = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]

/** Whether a text contains a value in words: a number in any rounding, with any separators of thousands, or spelt. */
function says(text: unknown, value: unknown): boolean {
  if (typeof value !== 'number') return contains(text, value)
  const written = String(text)
  const spelt = numberWords[value]
  if (spelt && new RegExp(`\\b${spelt}\\b`, 'i').test(written)) return true
  return [...written.matchAll(/\d[\d,\u00a0\u202f]*(?:\.\d+)?/g)].some(([number]) => {
    const digits = number.replace(/[,\u00a0\u202f]/g, '')
    const decimals = digits.split('.')[1]?.length ?? 0
    return Math.abs(Number(digits) - Math.abs(value)) <= 0.5 * 10 ** -decimals + 1e-9
  })
}

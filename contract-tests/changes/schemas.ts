import { isDeepStrictEqual } from 'node:util'
import type { Document, Schema } from '../../src/runtime/base/openapi.ts'
import { type FlatSchema, flatten, lowerBounds, upperBounds } from './flatten.ts'

/** The released document and the current one. */
export interface Versions {
  readonly released: Document
  readonly now: Document
}

/** Receives one breaking change: its place and its kind. Together they name it in the list of accepted changes. */
export type Report = (where: string, what: string) => void

/** A schema in both versions. */
export interface Pair {
  readonly released: Schema
  readonly now: Schema
}

const show = (value: unknown): string => JSON.stringify(value)

/**
 * Compares requests: everything that was accepted must still be accepted.
 *
 * @param where the name of the place in reports
 */
export function compareRequest(versions: Versions, { released, now }: Pair, where: string, report: Report): void {
  const before = flatten(versions.released, released)
  const after = flatten(versions.now, now)
  const isWider = before.type === 'integer' && after.type === 'number'
  if (before.type !== after.type && after.type !== undefined && !isWider) {
    report(where, `type was ${before.type ?? 'any'}, is ${after.type}`)
    return
  }
  compareRequestValues(before, after, where, report)
  compareBounds(before, after, where, report, false)
  for (const name of Object.keys(before.properties)) {
    const part = `${where}.${name}`
    const [a, b] = [before.properties[name], after.properties[name]]
    if (a && b) compareRequest(versions, { released: a, now: b }, part, report)
    else if (!after.isOpen) report(part, 'removed')
  }
  for (const name of after.required) {
    if (before.required.has(name)) continue
    report(`${where}.${name}`, name in before.properties ? 'was optional, is required' : 'new and required')
  }
  if (before.isOpen && !after.isOpen) report(where, 'took any field, takes only its own')
  if (before.items && after.items) {
    compareRequest(versions, { released: before.items, now: after.items }, `${where}[]`, report)
  }
  compareAlternatives(versions, before, after, where, report, compareRequest)
}

function compareRequestValues(before: FlatSchema, after: FlatSchema, where: string, report: Report): void {
  if (after.values && !before.values) report(where, `took any value, takes only ${after.values.map(show).join(', ')}`)
  for (const value of before.values ?? []) {
    if (after.values && !after.values.includes(value)) report(where, `value ${show(value)} removed`)
  }
  if (before.isNullable && !after.isNullable) report(where, 'took null, does not')
  if (after.format !== undefined && before.format !== after.format && before.type === 'string') {
    report(where, `format was ${before.format ?? 'any'}, is ${after.format}`)
  }
  for (const pattern of after.patterns) {
    if (!before.patterns.includes(pattern)) report(where, `has the new pattern ${pattern}`)
  }
  for (const multiple of after.multiples) {
    if (!isMultiple(before, multiple)) report(where, `must now be a multiple of ${multiple}`)
  }
  if (after.hasUniqueItems && !before.hasUniqueItems) report(where, 'took equal items, does not')
  // A caller who omits an argument relies on its default.
  if (before.hasDefault && !isDeepStrictEqual(before.default, after.default)) {
    report(where, `default was ${show(before.default)}, is ${after.hasDefault ? show(after.default) : 'none'}`)
  }
}

/** Reports bounds that are narrower in a request, or wider in a response. */
function compareBounds(
  before: FlatSchema,
  after: FlatSchema,
  where: string,
  report: Report,
  isResponse: boolean,
): void {
  const [wider, narrower] = isResponse ? [after, before] : [before, after]
  const reportBound = (name: string, was: number | undefined, is: number | undefined) =>
    report(where, `${name} was ${was ?? 'absent'}, is ${is ?? 'absent'}`)
  for (const name of lowerBounds) {
    const [wide, narrow] = [wider.lower[name], narrower.lower[name]]
    if (narrow !== undefined && narrow > (wide ?? Number.NEGATIVE_INFINITY) && !isNoBound(name, wide, narrow))
      reportBound(name, before.lower[name], after.lower[name])
  }
  for (const name of upperBounds) {
    const [wide, narrow] = [wider.upper[name], narrower.upper[name]]
    if (narrow !== undefined && narrow < (wide ?? Number.POSITIVE_INFINITY))
      reportBound(name, before.upper[name], after.upper[name])
  }
}

/** Whether every value that a schema allows is a multiple of a number. */
function isMultiple({ type, multiples }: FlatSchema, of: number): boolean {
  if (type === 'integer' && 1 % of === 0) return true
  return multiples.some((each) => Number.isInteger(each / of))
}

/** No length is below 0. */
function isNoBound(name: string, was: number | undefined, is: number): boolean {
  return was === undefined && is === 0 && name !== 'minimum'
}

/**
 * Compares responses: everything a caller could rely on must still be there, and nothing may occur
 * that could not occur before. Changes in shared schemas are reported once, under their own name.
 */
export function compareResponse(
  versions: Versions,
  pair: Pair,
  where: string,
  report: Report,
  seen = new Set<string>(),
) {
  const shared = sharedName(pair)
  if (shared) {
    if (seen.has(shared)) return
    seen.add(shared)
  }
  const place = shared ? `answer ${shared}` : where
  const before = flatten(versions.released, pair.released)
  const after = flatten(versions.now, pair.now)
  const isNarrower = before.type === 'number' && after.type === 'integer'
  if (before.type !== after.type && before.type !== undefined && !isNarrower) {
    report(place, `type was ${before.type}, is ${after.type ?? 'any'}`)
    return
  }
  compareResponseValues(before, after, place, report)
  for (const name of Object.keys(before.properties)) {
    const part = `${place}.${name}`
    const [a, b] = [before.properties[name], after.properties[name]]
    if (!a || !b) {
      report(part, 'removed')
      continue
    }
    if (before.required.has(name) && !after.required.has(name)) report(part, 'was always there, may be absent')
    compareResponse(versions, { released: a, now: b }, part, report, seen)
  }
  if (before.items && after.items) {
    compareResponse(versions, { released: before.items, now: after.items }, `${place}[]`, report, seen)
  }
  compareAlternatives(versions, before, after, place, report, (inner, part, at, report) =>
    compareResponse(inner, part, at, report, seen),
  )
}

function compareResponseValues(before: FlatSchema, after: FlatSchema, where: string, report: Report): void {
  if (before.values && !after.values) report(where, 'was one of a list of values, is any')
  for (const value of after.values ?? []) {
    if (before.values && !before.values.includes(value)) report(where, `value ${show(value)} is new`)
  }
  if (after.isNullable && !before.isNullable) report(where, 'was never null, may be')
  if (before.format !== undefined && before.format !== after.format) {
    report(where, `format was ${before.format}, is ${after.format ?? 'any'}`)
  }
  for (const pattern of before.patterns) {
    if (!after.patterns.includes(pattern)) report(where, `no longer has the pattern ${pattern}`)
  }
  for (const multiple of before.multiples) {
    if (!isMultiple(after, multiple)) report(where, `was a multiple of ${multiple}, may be any number`)
  }
  if (before.hasUniqueItems && !after.hasUniqueItems) report(where, 'had no equal items, may have')
  compareBounds(before, after, where, report, true)
}

/** Alternatives are compared in their order; a different number of them is reported as one change. */
function compareAlternatives(
  versions: Versions,
  before: FlatSchema,
  after: FlatSchema,
  where: string,
  report: Report,
  compare: (versions: Versions, pair: Pair, where: string, report: Report) => void,
): void {
  if (before.alternatives.length !== after.alternatives.length) {
    report(where, `had ${before.alternatives.length} alternatives, has ${after.alternatives.length}`)
    return
  }
  before.alternatives.forEach((released, index) => {
    const now = after.alternatives[index]
    if (now) compare(versions, { released, now }, `${where} alternative ${index + 1}`, report)
  })
}

function sharedName({ released, now }: Pair): string | undefined {
  return released.$ref !== undefined && released.$ref === now.$ref ? released.$ref.split('/').at(-1) : undefined
}

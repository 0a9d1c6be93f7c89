import type { Document, Schema } from '../../src/runtime/base/openapi.ts'
import { merged } from '../../src/testing/relations/arguments.ts'

/** A value somewhere in a response. */
export interface Place {
  readonly path: readonly (string | number)[]
  readonly value: unknown
  /** Its schema in the document, with everything it includes merged; empty if the document has none. */
  readonly schema: Schema
}

/** Every value in a response, outermost first. */
export function placesIn(document: Document, schema: Schema, body: unknown): Place[] {
  const places: Place[] = []
  function walk(value: unknown, reference: Schema, path: readonly (string | number)[]): void {
    const own = merged(document, reference)
    places.push({ path, value, schema: own })
    if (Array.isArray(value)) {
      for (const [index, entry] of value.entries()) walk(entry, own.items ?? {}, [...path, index])
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, member] of Object.entries(value)) walk(member, own.properties?.[name] ?? {}, [...path, name])
    }
  }
  walk(body, schema, [])
  return places
}

/** The name of the field that a place is, or that the list it is in is. */
export function nameOf({ path }: Place): string {
  return String(path.findLast((part) => typeof part === 'string') ?? '')
}

/** A copy of a response with another value at a path. */
export function withValue(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  if (path.length === 0) return value
  const copy = structuredClone(body)
  let at = copy as Record<string | number, unknown>
  for (const part of path.slice(0, -1)) at = at[part] as Record<string | number, unknown>
  at[path.at(-1) as string | number] = value
  return copy
}

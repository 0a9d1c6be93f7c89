import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'

/**
 * A schema with everything that its references and `allOf` parts add, in one object. The outer schema
 * wins, except for bounds: all of them hold, so the tightest counts.
 */
export function flattened(document: Document, schema: Schema): Schema {
  const { allOf = [], ...own } = resolve(document, schema)
  return allOf.map((part) => flattened(document, part)).reduce(joined, own)
}

const upperBounds = ['maximum', 'maxLength', 'maxItems'] as const
const lowerBounds = ['minimum', 'minLength', 'minItems'] as const

function joined(outer: Schema, inner: Schema): Schema {
  const bounds: Record<string, number> = {}
  for (const name of upperBounds) {
    const [a, b] = [outer[name], inner[name]]
    if (a !== undefined && b !== undefined) bounds[name] = Math.min(a, b)
  }
  for (const name of lowerBounds) {
    const [a, b] = [outer[name], inner[name]]
    if (a !== undefined && b !== undefined) bounds[name] = Math.max(a, b)
  }
  return {
    ...inner,
    ...outer,
    ...(inner.properties ? { properties: { ...inner.properties, ...outer.properties } } : {}),
    ...(inner.required ? { required: [...inner.required, ...(outer.required ?? [])] } : {}),
    ...bounds,
  }
}

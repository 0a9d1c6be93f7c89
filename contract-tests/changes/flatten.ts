import { type Document, resolve, type Schema } from '../../src/runtime/base/openapi.ts'

/** The constraints of a schema, with references resolved and `allOf` merged: the narrowest of every bound. */
export interface FlatSchema {
  type: string | undefined
  format: string | undefined
  isNullable: boolean
  values: unknown[] | undefined
  patterns: string[]
  lower: Partial<Record<'minimum' | 'minLength' | 'minItems', number>>
  upper: Partial<Record<'maximum' | 'maxLength' | 'maxItems', number>>
  /** What a number must be a multiple of, each. */
  multiples: number[]
  hasUniqueItems: boolean
  hasDefault: boolean
  default: unknown
  properties: Record<string, Schema>
  required: Set<string>
  isOpen: boolean
  items: Schema | undefined
  alternatives: Schema[]
}

export const lowerBounds = ['minimum', 'minLength', 'minItems'] as const
export const upperBounds = ['maximum', 'maxLength', 'maxItems'] as const

/** The effective schema. The document is needed for references. */
export function flatten(document: Document, schema: Schema): FlatSchema {
  const parts = partsOf(document, schema)
  const flat: FlatSchema = {
    type: parts.find(({ type }) => type)?.type,
    format: parts.find(({ format }) => format)?.format,
    isNullable: parts.some(({ nullable }) => nullable === true),
    values: undefined,
    patterns: [...new Set(parts.flatMap(({ pattern }) => (pattern === undefined ? [] : [String(pattern)])))].sort(),
    lower: {},
    upper: {},
    multiples: parts.flatMap(({ multipleOf }) => (typeof multipleOf === 'number' ? [multipleOf] : [])),
    hasUniqueItems: parts.some(({ uniqueItems }) => uniqueItems === true),
    hasDefault: parts.some((part) => 'default' in part),
    default: parts.find((part) => 'default' in part)?.default,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: new Set(parts.flatMap(({ required }) => required ?? [])),
    isOpen: !parts.some(({ additionalProperties }) => additionalProperties === false),
    items: parts.find(({ items }) => items)?.items,
    alternatives: parts.flatMap(({ anyOf, oneOf }) => [...(anyOf ?? []), ...(oneOf ?? [])]),
  }
  for (const part of parts) {
    for (const name of lowerBounds) narrow(flat.lower, name, part[name], Math.max)
    for (const name of upperBounds) narrow(flat.upper, name, part[name], Math.min)
    const listed = part.enum
    if (listed) flat.values = (flat.values ?? listed).filter((value) => listed.includes(value))
  }
  return flat
}

/** The schema itself and everything it includes by `$ref` and `allOf`, outermost first. */
function partsOf(document: Document, schema: Schema): Schema[] {
  const target = resolve(document, schema)
  return [target, ...(target.allOf ?? []).flatMap((part) => partsOf(document, part))]
}

function narrow<Name extends string>(
  bounds: Partial<Record<Name, number>>,
  name: Name,
  given: unknown,
  pick: (a: number, b: number) => number,
): void {
  if (typeof given !== 'number') return
  bounds[name] = pick(bounds[name] ?? given, given)
}

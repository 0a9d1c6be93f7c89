/** The parts of the published API document that the reference is made from. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'query' | 'path' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface Media {
  readonly schema: Schema
  readonly example?: unknown
}

export interface DocumentedOperation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >
  readonly [extension: `x-${string}`]: unknown
}

export interface ApiDocument {
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters?: Readonly<Record<string, Parameter>>
  }
}

const prefix = '#/components/'

/**
 * What a reference inside the document points at; the value itself when it is none.
 *
 * @throws Error when it points nowhere: the document is generated, so that is a fault of the generator
 */
export function resolved<T extends { readonly $ref?: string }>(document: ApiDocument, value: T): T {
  if (value.$ref === undefined) return value
  const [kind, name] = value.$ref.slice(prefix.length).split('/') as ['schemas' | 'parameters', string]
  const target = document.components[kind]?.[name] as T | undefined
  if (!target) throw new Error(`The API document refers to ${value.$ref}, which it does not hold`)
  return resolved(document, target)
}

/**
 * A schema with everything that its references and `allOf` parts add, in one object. What the outer schema says
 * wins, except for bounds: every one of them holds, so the tightest counts.
 */
export function flattened(document: ApiDocument, schema: Schema): Schema {
  const { allOf = [], ...own } = resolved(document, schema)
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

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { once } from './once.ts'

/** The parts of an OpenAPI document that the generator, the server and the tests read; of 3.0 and 3.1. */
export interface Schema {
  $ref?: string
  type?: string
  format?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  'x-alias-of'?: string
  [keyword: string]: unknown
}

export interface Parameter {
  $ref?: string
  name: string
  in: 'query' | 'path' | 'header' | 'cookie'
  required?: boolean
  description?: string
  schema: Schema
  style?: string
  explode?: boolean
  example?: unknown
  'x-alias-of'?: string
}

export interface Media {
  schema: Schema
  /** One event of a stream, in OpenAPI 3.2, where a stream has no `schema`. */
  itemSchema?: Schema
  example?: unknown
  /** By name: examples, or references to those of the components. */
  examples?: Record<string, { $ref: string } | { value: unknown }>
}

export interface Response {
  description: string
  headers?: Record<string, { required?: boolean; schema?: Schema }>
  content?: Record<string, Media>
}

export interface Operation {
  operationId: string
  summary?: string
  description?: string
  deprecated?: boolean
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { required?: boolean; content: Record<string, Media> }
  responses: Record<string, Response>
  security?: Record<string, string[]>[]
  [extension: `x-${string}`]: unknown
}

export type PathItem = Partial<Record<Verb, Operation>>

export interface Document {
  openapi: string
  info: Record<string, unknown>
  servers?: unknown[]
  tags: { name: string; description?: string }[]
  /** The groups in which pages list the tags: each tag is in one. */
  'x-tagGroups'?: { name: string; tags: string[] }[]
  paths: Record<string, PathItem>
  components: {
    schemas: Record<string, Schema>
    parameters?: Record<string, Parameter>
    examples?: Record<string, { value: unknown }>
    securitySchemes?: Record<string, Record<string, unknown>>
  }
}

/**
 * The server in the generated samples. Pages that show a sample replace it with the public address of the server, without a
 * slash at its end.
 */
export const sampleUrl = 'http://localhost:8080'

/** The main name of a field or argument that is an alias of another; undefined for any other. */
export function aliasOf({ 'x-alias-of': main }: Schema | Omit<Parameter, 'name'>): string | undefined {
  return main
}

/** The end of an operation or argument. Days are in UTC, such as `2027-06-30`. */
export interface Deprecation {
  /** Since when it is deprecated. */
  readonly since: string
  /** From when it may be missing. */
  readonly end: string
  /** The method or argument to use instead. */
  readonly instead?: string
}

/** The dates of an operation, argument or field that is deprecated; undefined for any other. */
export function deprecationOf(described: Readonly<Record<`x-${string}`, unknown>>): Deprecation | undefined {
  const { 'x-deprecated': since, 'x-sunset': end, 'x-instead': instead } = described
  if (end === undefined) return undefined
  return { since: String(since), end: String(end), ...(instead !== undefined && { instead: String(instead) }) }
}

export const verbs = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const
export type Verb = (typeof verbs)[number]

/**
 * The published API document of this server: read at the first call and then cached, because that takes a while and some
 * megabytes. All callers share it, so it must not be changed.
 */
export const apiDocument: () => Promise<Document> = once(async () =>
  JSON.parse(await readFile(join(import.meta.dirname, '../../../generated/openapi.json'), 'utf8')),
)

/** One operation with its path and verb. */
export interface PlacedOperation {
  path: string
  verb: Verb
  operation: Operation
}

/** Every operation of a document, in the order of its paths. */
export function operationsOf(document: Document): PlacedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    verbs.flatMap((verb) => {
      const operation = item[verb]
      return operation ? [{ path, verb, operation }] : []
    }),
  )
}

/** The target of a local `$ref`, or the value itself if it is not one. @throws Error if the target does not exist */
export function resolve<T extends { $ref?: string }>(document: Document, value: T): T {
  let current = value
  while (current.$ref) {
    const reference = current.$ref
    const target = reference
      .split('/')
      .slice(1)
      .reduce<unknown>(
        (at, key) => (at as Record<string, unknown> | undefined)?.[key.replaceAll('~1', '/').replaceAll('~0', '~')],
        document,
      )
    if (!target) throw new Error(`The document refers to ${reference}, which does not exist`)
    current = target as T
  }
  return current
}

/** Calls `visit` on a schema and on every schema inside it or referred to by it, each once. */
export function walkSchema(
  document: Document,
  schema: Schema,
  visit: (schema: Schema) => void,
  seen = new Set<Schema>(),
) {
  const target = resolve(document, schema)
  if (seen.has(target)) return
  seen.add(target)
  visit(target)
  const inner = [
    ...Object.values(target.properties ?? {}),
    ...(target.items ? [target.items] : []),
    ...(typeof target.additionalProperties === 'object' ? [target.additionalProperties] : []),
    ...(target.allOf ?? []),
    ...(target.anyOf ?? []),
    ...(target.oneOf ?? []),
  ]
  for (const part of inner) walkSchema(document, part, visit, seen)
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Operation } from '#generated/server/operations.ts'

/** How a method is called, for catalogues of paid methods: as the Bazaar extension of x402 wants it. */
export interface Discovery {
  readonly method: 'GET' | 'POST'
  /** Arguments that are right. */
  readonly input: Readonly<Record<string, unknown>>
  readonly inputSchema: Schema
  /** What such a call answers; left out where it is long. */
  readonly example: unknown
}

type Schema = Readonly<Record<string, unknown>>
type Json = Record<string, unknown>

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly example?: unknown
  readonly schema: Schema
}

interface Described {
  readonly operationId: string
  readonly parameters?: readonly (Parameter | { $ref: string })[]
  readonly requestBody?: { content: { 'application/json': { schema: Schema; example?: Json } } }
  readonly responses: Record<string, { content?: { 'application/json'?: { example?: unknown } } }>
}

interface Document {
  readonly paths: Record<string, Record<string, Described>>
}

const document = join(import.meta.dirname, '../../../../generated/openapi.json')
const maxExampleLength = 1200

/** Looks methods up in the API document, which is read once, when the first one is asked for. */
export function createDiscoveries(): (operation: Pick<Operation, 'path' | 'verb'>) => Promise<Discovery | undefined> {
  let reading: Promise<Document> | undefined
  const known = new Map<string, Discovery | undefined>()
  return async (operation) => {
    const key = `${operation.verb} ${operation.path}`
    if (known.has(key)) return known.get(key)
    reading ??= readFile(document, 'utf8').then((text) => JSON.parse(text) as Document)
    const discovery = discoveryIn(await reading, operation)
    known.set(key, discovery)
    return discovery
  }
}

function discoveryIn(all: Document, { verb, path }: Pick<Operation, 'path' | 'verb'>): Discovery | undefined {
  const described = all.paths[path]?.[verb.toLowerCase()]
  // A method with values in its path would need a route template; none of those has a price.
  if (!described || path.includes('{')) return undefined
  const answer = described.responses['200']?.content?.['application/json']?.example
  const example = JSON.stringify(answer ?? null).length <= maxExampleLength ? answer : undefined
  const body = described.requestBody?.content['application/json']
  if (body) {
    return { method: verb, input: body.example ?? {}, inputSchema: plain(all, body.schema) as Schema, example }
  }
  const declared = (described.parameters ?? []).map((each) => resolve(all, each) as Parameter)
  const parameters = declared.filter((each) => each.in === 'query')
  const shown = parameters.filter((each) => each.example !== undefined)
  const required = parameters.filter((each) => each.required).map(({ name }) => name)
  return {
    method: verb,
    input: Object.fromEntries(shown.map((each) => [each.name, each.example])),
    inputSchema: {
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, plain(all, schema)])),
      ...(required.length > 0 && { required }),
    },
    example,
  }
}

/** A schema without references, extensions and prose: whoever reads it has no document to look things up in. */
function plain(all: Document, value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(all, each, depth))
  if (typeof value !== 'object' || value === null) return value
  // A schema that holds itself is cut off where no caller nests any more.
  if (depth > 12) return {}
  const resolved = resolve(all, value) as Json
  const kept = Object.entries(resolved).filter(
    ([name, inner]) => !name.startsWith('x-') && !prose.has(name) && !(name === 'format' && openApiFormats.has(inner)),
  )
  return Object.fromEntries(kept.map(([name, inner]) => [name, plain(all, inner, depth + 1)]))
}

const prose = new Set(['description', 'example', 'title'])
/** Formats of numbers, which JSON Schema does not know. */
const openApiFormats = new Set<unknown>(['int32', 'int64', 'float', 'double'])

function resolve(all: Document, value: object): object {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value
  const found = value.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Json | undefined)?.[name], all)
  if (typeof found !== 'object' || found === null) throw new Error(`The API document does not hold ${value.$ref}`)
  return resolve(all, found)
}

/** The extension of a challenge, in the form that the official package gives it; the contract tests compare the two. */
export function bazaarOf({ method, input, inputSchema, example }: Discovery) {
  const isBody = method === 'POST'
  const type = { type: 'string', const: 'http' }
  const verb = { type: 'string', enum: [method] }
  const properties = isBody
    ? { type, method: verb, bodyType: { type: 'string', enum: ['json', 'form-data', 'text'] }, body: inputSchema }
    : { type, method: verb, queryParams: { type: 'object', ...inputSchema } }
  const required = isBody ? ['type', 'method', 'bodyType', 'body'] : ['type', 'method']
  const output = {
    type: 'object',
    properties: { type: { type: 'string' }, example: { type: 'object' } },
    required: ['type'],
  }
  return {
    bazaar: {
      info: {
        input: isBody
          ? { type: 'http', method, bodyType: 'json', body: input }
          : { type: 'http', method, queryParams: input },
        ...(example !== undefined && { output: { type: 'json', example } }),
      },
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          input: { type: 'object', properties, required, additionalProperties: false },
          ...(example !== undefined && { output }),
        },
        required: ['input'],
      },
    },
  }
}

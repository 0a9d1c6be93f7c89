import type { Operation } from '#generated/server/operations.ts'
import { aliasOf, apiDocument, type Document, resolve, type Schema } from '../../base/openapi.ts'

/** How a method is called, for catalogues of paid methods: in the form of the Bazaar extension of x402. */
export interface Discovery {
  readonly method: 'GET' | 'POST'
  /** Valid arguments. */
  readonly input: Readonly<Record<string, unknown>>
  readonly inputSchema: Json
  /** The response to such a call; undefined if it is long. */
  readonly example: unknown
}

type Json = Readonly<Record<string, unknown>>

const maxExampleLength = 1200

/** Looks methods up in the API document, each once. */
export function createDiscoveries(): (operation: Pick<Operation, 'path' | 'verb'>) => Promise<Discovery | undefined> {
  const known = new Map<string, Discovery | undefined>()
  return async (operation) => {
    const key = `${operation.verb} ${operation.path}`
    if (known.has(key)) return known.get(key)
    const discovery = discoveryIn(await apiDocument(), operation)
    known.set(key, discovery)
    return discovery
  }
}

function discoveryIn(all: Document, { verb, path }: Pick<Operation, 'path' | 'verb'>): Discovery | undefined {
  const described = all.paths[path]?.[verb === 'GET' ? 'get' : 'post']
  // A method with values in its path would need a route template; none of those has a price.
  if (!described || path.includes('{')) return undefined
  const response = described.responses['200']?.content?.['application/json']?.example
  const example = JSON.stringify(response ?? null).length <= maxExampleLength ? response : undefined
  const body = described.requestBody?.content['application/json']
  if (body) {
    return { method: verb, input: (body.example ?? {}) as Json, inputSchema: plain(all, body.schema) as Json, example }
  }
  const declared = (described.parameters ?? []).map((each) => resolve(all, each))
  const parameters = declared.filter((each) => each.in === 'query' && aliasOf(each) === undefined)
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

/** A schema without references, extensions and prose: its readers do not have the document. */
function plain(all: Document, value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(all, each, depth))
  if (typeof value !== 'object' || value === null) return value
  // A recursive schema is cut off below the depth of any real call.
  if (depth > 12) return {}
  const kept = Object.entries(resolve(all, value as Schema)).filter(
    ([name, inner]) => !name.startsWith('x-') && !prose.has(name) && !(name === 'format' && openApiFormats.has(inner)),
  )
  return Object.fromEntries(kept.map(([name, inner]) => [name, plain(all, inner, depth + 1)]))
}

const prose = new Set(['description', 'example', 'title'])
/** Formats of numbers, which JSON Schema does not know. */
const openApiFormats = new Set<unknown>(['int32', 'int64', 'float', 'double'])

/** The extension of a challenge, in the form of the official package; the contract tests compare the two. */
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

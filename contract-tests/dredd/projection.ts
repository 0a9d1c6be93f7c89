import {
  type Document,
  type Operation,
  operationsOf,
  type Parameter,
  resolve,
  type Schema,
} from '../../src/runtime/base/openapi.ts'

interface DreddMedia {
  schema: object
  example: unknown
}

interface DreddOperation {
  operationId: string
  summary: string
  parameters: { name: string; in: string; required: boolean; schema: { type: string }; example: unknown }[]
  requestBody?: { content: Record<string, DreddMedia> }
  responses: Record<string, { description: string; content: Record<string, DreddMedia> }>
}

/** A document that Dredd 14 plays without warnings and without inventing anything. */
export interface DreddDocument {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, DreddOperation>>
}

const json = 'application/json'

/**
 * The part of the document that Dredd can play. Dredd knows OpenAPI 3 only in part: it makes one transaction of every
 * documented response, error or not, with the same request; requires every documented response header; compares a body
 * with an example by key presence only; aborts on a required parameter without example; and warns about formats, bounds,
 * tags, security and references. So only the 200 of the named operations is kept, with the example of the request, and as
 * the expected body the keys that the schema requires.
 *
 * @param contentType the exact Content-Type of the server's responses: Dredd compares it exactly
 */
export function projectForDredd(document: Document, ids: ReadonlySet<string>, contentType: string): DreddDocument {
  const paths: DreddDocument['paths'] = {}
  for (const { path, verb, operation } of operationsOf(document)) {
    if (!ids.has(operation.operationId)) continue
    paths[path] = { ...paths[path], [verb]: projectOperation(document, operation, contentType) }
  }
  return { openapi: '3.0.0', info: { title: 'Onedoor', version: String(document.info.version) }, paths }
}

function projectOperation(document: Document, operation: Operation, contentType: string): DreddOperation {
  const body = operation.requestBody?.content[json]
  const schema = operation.responses['200']?.content?.[json]?.schema ?? {}
  return {
    operationId: operation.operationId,
    summary: operation.summary ?? '',
    parameters: (operation.parameters ?? []).flatMap((parameter) => projectParameter(resolve(document, parameter))),
    ...(body ? { requestBody: { content: { [json]: { schema: {}, example: body.example } } } } : {}),
    responses: {
      200: {
        description: 'Success',
        content: { [contentType]: { schema: {}, example: requiredKeys(document, schema) } },
      },
    },
  }
}

/** A parameter missing in the example is left out: Dredd would invent a value from its type. */
function projectParameter({ name, in: place, required, example }: Parameter): DreddOperation['parameters'] {
  if (example === undefined || (place !== 'query' && place !== 'path')) return []
  return [{ name, in: place, required: required ?? false, schema: { type: typeof example }, example }]
}

/** A value with every key that a schema requires, also in nested objects but not in arrays, which may be empty. */
function requiredKeys(document: Document, schema: Schema): unknown {
  const { type, properties = {}, required = [], allOf = [] } = resolve(document, schema)
  if (type === 'array') return []
  const parts = [
    ...allOf.map((part) => requiredKeys(document, part)).filter((part) => typeof part === 'object'),
    ...(type === 'object' ? [{}] : []),
    ...required.map((name) => ({ [name]: requiredKeys(document, properties[name] ?? {}) })),
  ]
  return parts.length > 0 ? Object.assign({}, ...parts) : ''
}

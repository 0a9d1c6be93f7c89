import {
  aliasOf,
  type Document,
  type Operation,
  operationsOf,
  resolve,
  type Schema,
} from '../../runtime/base/openapi.ts'

/** A call as it was sent. */
export interface SentCall {
  /** With the query. */
  readonly path: string
  /** JSON. */
  readonly body?: string | undefined
  /**
   * The time of the server's clock after the response, in milliseconds; without it, nothing is compared with the
   * present.
   */
  readonly now?: number | undefined
}

/**
 * Reads the arguments of calls from their addresses and bodies, with the types and defaults of the document, and under
 * their main names. `now`, which is no argument of any operation, is the time of the call.
 */
export function argumentReader(
  document: Document,
): (operationId: string, call: SentCall) => Readonly<Record<string, unknown>> {
  const described = new Map(
    operationsOf(document).map(({ operation }) => [operation.operationId, argumentSchemas(document, operation)]),
  )
  return (operationId, { path, body, now }) => {
    const schemas = described.get(operationId) ?? new Map<string, Schema>()
    const args: Record<string, unknown> = {}
    for (const [name, { default: usual }] of schemas) if (usual !== undefined) args[name] = usual
    const query = new URL(path, 'http://localhost').searchParams
    const given: Record<string, unknown> = { ...objectIn(body) }
    for (const name of new Set(query.keys())) given[name] = typed(query.getAll(name), schemas.get(name) ?? {})
    for (const [name, value] of Object.entries(given)) args[aliasOf(schemas.get(name) ?? {}) ?? name] = value
    return { ...args, ...(now !== undefined && { now: new Date(now).toISOString() }) }
  }
}

/** The schema of each argument by name, with everything it includes merged. */
function argumentSchemas(document: Document, operation: Operation): Map<string, Schema> {
  const schemas = new Map<string, Schema>()
  for (const reference of operation.parameters ?? []) {
    const { name, schema, 'x-alias-of': alias } = resolve(document, reference)
    schemas.set(name, { ...merged(document, schema), ...(alias !== undefined && { 'x-alias-of': alias }) })
  }
  const body = operation.requestBody?.content['application/json']?.schema
  for (const [name, schema] of Object.entries(body ? (merged(document, body).properties ?? {}) : {}))
    schemas.set(name, merged(document, schema))
  return schemas
}

/** A schema with everything it includes. */
export function merged(document: Document, reference: Schema): Schema {
  const { allOf = [], ...own } = resolve(document, reference)
  const parts = [...allOf.map((part) => merged(document, part)), own]
  return Object.assign({}, ...parts, { properties: Object.assign({}, ...parts.map(({ properties }) => properties)) })
}

function typed(values: readonly string[], { type }: Schema): unknown {
  if (type === 'array') return values
  const [value = ''] = values
  if (type === 'integer' || type === 'number') return Number(value)
  return type === 'boolean' ? value === 'true' : value
}

function objectIn(body: string | undefined): object {
  try {
    const value: unknown = JSON.parse(body ?? '{}')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A call without JSON fails.
    return {}
  }
}

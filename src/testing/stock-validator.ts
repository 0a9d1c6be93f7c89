import addFormats from 'ajv-formats'
import { type Document, OpenAPIBackend, type OpenAPIRouter } from 'openapi-backend'
import { apiDocument } from '../runtime/base/openapi.ts'

/** A request's arguments as HTTP carries them. */
export interface ArgumentsOnTheWire {
  readonly path: string
  readonly query: string
  readonly body: unknown
}

/** A validator's result: the arguments with defaults and types, or the places of its faults. */
export type Verdict =
  | { readonly query: Record<string, unknown>; readonly body: unknown }
  | { readonly faults: readonly string[] }

/** Lets a router of openapi-backend list the operations of its document once instead of for each look-up. */
export function listingOnce(router: OpenAPIRouter): OpenAPIRouter {
  const listed = router.getOperations()
  return Object.assign(router, { getOperations: () => listed })
}

/**
 * openapi-backend as its users run it, with the published API document: the reference for the validators that are
 * compiled ahead of time.
 *
 * @returns a function from an operation and its arguments to the verdict
 */
export async function stockValidator(): Promise<(operationId: string, request: ArgumentsOnTheWire) => Verdict> {
  const definition = structuredClone(await apiDocument()) as unknown as Document
  const backend = new OpenAPIBackend({
    definition,
    quick: true,
    coerceTypes: true,
    ajvOpts: { allErrors: true, useDefaults: true, unicodeRegExp: true, strictNumbers: true },
    customizeAjv: (ajv) => addFormats.default(ajv),
  })
  await backend.init()
  listingOnce(backend.router)
  return (operationId, { path, query, body }) => {
    const operation = backend.router.getOperation(operationId)
    if (!operation) throw new Error(`${operationId} is not in the API document`)
    const held = structuredClone(body)
    const { errors, coerced } = backend.validator.validateRequest(
      {
        method: operation.method,
        path,
        query,
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: held }),
      },
      operation,
    )
    if (errors) return { faults: faultPlaces(errors) }
    return { query: { ...(coerced?.query as Record<string, unknown>) }, body: held }
  }
}

/** Place and keyword of each fault, sorted, each once. */
export function faultPlaces(errors: readonly { instancePath: string; keyword: string }[]): string[] {
  return [...new Set(errors.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`))].sort()
}

import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Document } from 'openapi-backend'
import type { OpenAPIRouter } from 'openapi-backend/router.js'
// The generator loads this module, also when the table that it replaces has no version yet.
import * as generated from '#generated/server/operations.ts'
import { operations as allOperations, type Operation, type OperationId } from '#generated/server/operations.ts'
import { ApiError, addressNotUtf8 } from '../base/errors.ts'
import { nearest, plainName } from '../base/text/nearest.ts'
import { truncate } from '../base/text/quote.ts'
import { validatorsOf } from './validators.ts'

const require = createRequire(import.meta.url)

/** An operation together with the values of its path. */
export interface Found {
  operation: Operation
  pathValues: Readonly<Record<string, string>> | undefined
}

/** The services below it return errors in the older form, as their callers expect. */
const legacyPrefix = '/v1/'

type ByVerb = Partial<Record<string, Found>>

/**
 * The contract of the given operations.
 *
 * openapi-backend's router decides; matches for paths without placeholders come from a table, because the router rebuilds and
 * scans all operations at every request, which costs more than the rest of the call.
 */
export function createContract(operations: readonly Operation[] = allOperations) {
  const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))
  const nearestOperation = createNearestOperation(operations)
  const exact = withoutPlaceholders(operations)
  const templated = operations.filter(({ path }) => path.includes('{'))
  let made: OpenAPIRouter | undefined
  const router = () => {
    made ??= routerOf(templated)
    return made
  }

  const match = (verb: string, path: string): Operation | undefined => {
    const id = router().matchOperation({ method: verb, path, headers: {} })?.operationId
    return id === undefined ? undefined : byId.get(id)
  }

  const viaRouter = (verb: string, path: string): Found | undefined => {
    const operation = match(verb, path)
    return operation && { operation, pathValues: valuesOf(router(), operation, path) }
  }

  const verbsAt = (path: string): string[] => {
    const entry = exact.get(path)
    return entry ? Object.keys(entry) : ['GET', 'POST'].filter((verb) => match(verb, path))
  }

  return {
    operations,
    /** Throws `unknown_method`, or `method_not_allowed` with the allowed verbs. */
    find(verb: string, path: string): Found {
      const found = exact.get(path)?.[verb]
      if (found) return found
      const plain = withoutTrailingSlash(path)
      const other = exact.get(plain)?.[verb] ?? viaRouter(verb, plain)
      if (other) return other
      const allow = verbsAt(plain)
      const form = path.startsWith(legacyPrefix) ? 'legacy' : undefined
      if (allow.length === 0) throw unknownMethod(path, nearestOperation(path), form)
      const message = `${verb} is not supported at ${plain}. Call it with ${allow.join(' or ')}.`
      throw new ApiError('method_not_allowed', message, { allow, ...(form && { form }) })
    },
    /** The operation of that id. Throws `unknown_method`. */
    operation(id: string): Operation {
      const operation = byId.get(id)
      if (!operation) throw unknownMethod(id)
      return operation
    },
    /** Whether this path is reserved for operations, even if none has it, so that a door does not treat it as its own. */
    holds(path: string): boolean {
      return path.startsWith(legacyPrefix) || verbsAt(withoutTrailingSlash(path)).length > 0
    },
    /** Checks values and fills in defaults, in place; query and path values become the declared types. Returns all faults. */
    faultsOfParameters: (operation: Operation, values: { query?: unknown; path?: unknown }) =>
      faults(validatorsOf(operation.family).parameters[operation.id], values),
    /** Checks a body and fills in defaults, in place. Returns all faults. */
    faultsOfBody: (operation: Operation, values: { requestBody: unknown }) =>
      faults(validatorsOf(operation.family).bodies[operation.id], values),
  }
}

/** What the document promises: which operation a path belongs to, and whether arguments are valid. */
export type Contract = ReturnType<typeof createContract>

function withoutPlaceholders(operations: readonly Operation[]): ReadonlyMap<string, ByVerb> {
  const exact = new Map<string, ByVerb>()
  for (const operation of operations) {
    if (operation.path.includes('{')) continue
    const entry = exact.get(operation.path) ?? {}
    entry[operation.verb] = { operation, pathValues: undefined }
    exact.set(operation.path, entry)
  }
  return exact
}

/** The router of these operations. Its code is loaded for the first path with placeholders. */
function routerOf(operations: readonly Operation[]): OpenAPIRouter {
  const { OpenAPIRouter: Router } = require('openapi-backend/router.js') as {
    OpenAPIRouter: new (options: { definition: Document }) => OpenAPIRouter
  }
  const router = new Router({ definition: skeleton(operations) })
  const known = router.getOperations()
  router.getOperations = () => known
  return router
}

function faults(validate: ValidateFunction | undefined, values: unknown): ErrorObject[] | undefined {
  if (!validate || validate(values)) return undefined
  return validate.errors ?? []
}

/** Throws `invalid_argument` if a value is not percent-encoded UTF-8: the router would throw another error. */
function valuesOf(router: OpenAPIRouter, { verb, path: template }: Operation, path: string): Record<string, string> {
  const matched = router.getOperations().find((each) => each.path === template && each.method === verb.toLowerCase())
  try {
    return router.parseRequest({ method: verb, path, headers: {} }, matched).params as Record<string, string>
  } catch (cause) {
    if (cause instanceof URIError) throw addressNotUtf8()
    throw cause
  }
}

function unknownMethod(name: string, meant?: Operation, form?: 'legacy'): ApiError {
  const hint = meant ? ` Did you mean ${meant.verb} ${meant.path}?` : ''
  // A client of a later version calls methods that this server lacks.
  const where = `The API document at /openapi.json lists all methods of version ${generated.apiVersion}.`
  const message = `No method exists at ${truncate(name, 100)}.${hint} ${where}`
  return new ApiError('unknown_method', message, form && { form })
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') : path
}

/** The parts of an OpenAPI document that routing needs. */
function skeleton(operations: readonly Operation[]): Document {
  const paths: Record<string, Record<string, { operationId: OperationId; responses: Record<string, never> }>> = {}
  for (const { id, path, verb } of operations) {
    paths[path] = { ...paths[path], [verb.toLowerCase()]: { operationId: id, responses: {} } }
  }
  return { openapi: '3.0.0', info: { title: 'Onedoor', version: '1' }, paths } as Document
}

/** Longer than the name of any family or method; longer names are not compared, because the cost grows with the length. */
const maxName = 40

/**
 * Finds the operation that an unknown path probably means: one whose path differs in its prefix or spelling
 * (`/api/v1/url/create`, `/v1/url/create`), or a similarly named method of the same family or of a similarly named one.
 */
function createNearestOperation(operations: readonly Operation[]): (path: string) => Operation | undefined {
  const families = Map.groupBy(operations, ({ family }) => plainName(family))
  const familyNames = [...families.keys()]

  return (path) => {
    const [family = '', method = '', ...rest] = path
      .replace(/^\/(?:api\/)?(?:v1\/)?/, '')
      .split(/[/.]/)
      .filter(Boolean)
    const name = rest.length > 0 ? (rest.at(-1) as string) : method
    if (family.length > maxName || name.length > maxName) return undefined
    const meantFamily = families.has(plainName(family)) ? plainName(family) : nearest(plainName(family), familyNames)
    const members = families.get(meantFamily ?? '') ?? []
    const meant = nearest(
      plainName(name),
      members.map((member) => plainName(member.method)),
    )
    return members.find((member) => plainName(member.method) === meant)
  }
}

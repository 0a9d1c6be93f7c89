import type { Deprecated, ReleaseChanges } from '../../src/doors/pages/reference/changes-page.ts'
import { type Document, deprecationOf, type Operation, operationsOf, resolve } from '../../src/runtime/base/openapi.ts'
import { flatten } from './flatten.ts'

/**
 * The changes from one document to a later one. Other forms of a method count as that method.
 *
 * @param accepted the changes that can break clients, with their reasons
 */
export function changesBetween(
  released: Document,
  now: Document,
  accepted: ReadonlyMap<string, string>,
): ReleaseChanges {
  const before = new Map(methodsIn(released).map((operation) => [operation.operationId, operation]))
  const [known, added] = [[] as Operation[], [] as Operation[]]
  for (const operation of methodsIn(now)) (before.has(operation.operationId) ? known : added).push(operation)
  return {
    methods: added
      .map(({ operationId, summary = '' }) => ({ id: operationId, summary }))
      .toSorted((one, other) => one.id.localeCompare(other.id, 'en')),
    arguments: known.flatMap((operation) => {
      const names = argumentsIn(released, before.get(operation.operationId) as Operation)
      return [...argumentsIn(now, operation)]
        .filter(([name]) => !names.has(name))

        .map(([name, { description = '' }]) => ({ method: operation.operationId, name, description }))
    }),
    breaking: [...accepted].map(([change, reason]) => ({ change, reason })),
  }
}

/** Every method and argument that a document marks as deprecated; of a deprecated method, only the method. */
export function deprecatedIn(document: Document): Deprecated[] {
  return methodsIn(document).flatMap((operation) => {
    const method = operation.operationId
    const whole = deprecationOf(operation)
    if (whole) return [{ method, ...whole }]
    return [...argumentsIn(document, operation)].flatMap(([argument, described]) => {
      const deprecation = deprecationOf(described)
      return deprecation ? [{ method, argument, ...deprecation }] : []
    })
  })
}

function methodsIn(document: Document): Operation[] {
  return operationsOf(document)
    .map(({ operation }) => operation)
    .filter((operation) => operation['x-form-of'] === undefined)
}

type Described = { description?: string } & Record<`x-${string}`, unknown>

/** The arguments by name, from the address and from the body. */
function argumentsIn(document: Document, { parameters = [], requestBody }: Operation): Map<string, Described> {
  const fromAddress = parameters
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'path' || parameter.in === 'query')
    .map((parameter) => [parameter.name, parameter as unknown as Described] as const)
  const body = requestBody?.content['application/json']?.schema
  const fromBody = Object.entries(body ? flatten(document, body).properties : {})
  return new Map([...fromAddress, ...fromBody])
}

import { type Document, type Operation, operationsOf, resolve, type Schema } from '../../src/runtime/base/openapi.ts'
import { flatten } from '../changes/flatten.ts'

/** One argument of an operation, with its location in the request. */
export interface Place {
  readonly name: string
  readonly in: 'query' | 'path' | 'body'
  readonly isRequired: boolean
  readonly schema: Schema
  /** The argument of which it is an alias. */
  readonly main: string | undefined
}

/** An operation with all its arguments; headers are not arguments. */
export interface Callable {
  readonly id: string
  readonly verb: string
  readonly path: string
  readonly places: readonly Place[]
  /** It succeeds only with a payment, however valid its arguments are. */
  readonly isTopUp: boolean
  /** Its body accepts names beside the listed ones. */
  readonly isOpen: boolean
}

/** Every operation of a document that handlers serve, in the document's order. */
export function callables(document: Document): Callable[] {
  return operationsOf(document)
    .filter(({ operation }) => !operation['x-door'])
    .map(({ path, verb, operation }) => {
      const body = bodyOf(document, operation)
      return {
        id: operation.operationId,
        verb: verb.toUpperCase(),
        path,
        places: [...addressPlaces(document, operation), ...(body?.places ?? [])],
        isTopUp: operation['x-top-up'] === true,
        isOpen: body?.isOpen ?? false,
      }
    })
}

function addressPlaces(document: Document, operation: Operation): Place[] {
  return (operation.parameters ?? []).flatMap((parameter) => {
    const { name, in: place, required, schema, ...rest } = resolve(document, parameter)
    if (place !== 'query' && place !== 'path') return []
    return [{ name, in: place, isRequired: required ?? false, schema, main: mainOf(rest) }]
  })
}

function bodyOf(document: Document, operation: Operation): { places: Place[]; isOpen: boolean } | undefined {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (!schema) return undefined
  const { properties, required, isOpen } = flatten(document, schema)
  const places = Object.entries(properties).map(
    ([name, part]): Place => ({ name, in: 'body', isRequired: required.has(name), schema: part, main: mainOf(part) }),
  )
  return { places, isOpen }
}

function mainOf(described: Readonly<Record<string, unknown>>): string | undefined {
  return described['x-alias-of'] as string | undefined
}

import { type Document, type Operation, operationsOf, resolve, type Schema } from '../../src/runtime/base/openapi.ts'
import { flatten } from '../changes/flatten.ts'

/** One argument of an operation, where HTTP carries it. */
export interface Place {
  readonly name: string
  readonly in: 'query' | 'path' | 'body'
  readonly isRequired: boolean
  readonly schema: Schema
}

/** An operation with all that it can be called with; headers are no arguments. */
export interface Callable {
  readonly id: string
  readonly verb: string
  readonly path: string
  readonly places: readonly Place[]
  /** It answers a payment and nothing else, however valid its arguments are. */
  readonly isTopUp: boolean
  /** Its body takes names beside those that are listed. */
  readonly isOpen: boolean
}

/** Everything of a document that handlers answer, in the document's order. */
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
    const { name, in: place, required, schema } = resolve(document, parameter)
    return place === 'query' || place === 'path' ? [{ name, in: place, isRequired: required ?? false, schema }] : []
  })
}

function bodyOf(document: Document, operation: Operation): { places: Place[]; isOpen: boolean } | undefined {
  const schema = operation.requestBody?.content['application/json']?.schema
  if (!schema) return undefined
  const { properties, required, isOpen } = flatten(document, schema)
  const places = Object.entries(properties).map(
    ([name, part]): Place => ({ name, in: 'body', isRequired: required.has(name), schema: part }),
  )
  return { places, isOpen }
}

import { type Document, operationsOf, resolve } from '#runtime/base/openapi.ts'

/**
 * Drops `explode: false` from query parameters that are not arrays. The emitter writes it on all of them, and
 * openapi-backend then splits each value on commas, so that `?limit=5` would be refused as a list.
 */
export function dropScalarExplode(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    for (const reference of operation.parameters ?? []) {
      const parameter = resolve(document, reference)
      if (resolve(document, parameter.schema).type !== 'array') delete parameter.explode
    }
  }
}

import { type Document, operationsOf, walkSchema } from '#runtime/base/openapi.ts'

/**
 * Closes every object schema in a request body, so that an unknown argument is refused instead of ignored. Responses
 * stay open: a field added later must not break a client that validates.
 */
export function sealArguments(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    const schema = operation.requestBody?.content['application/json']?.schema
    if (!schema) continue
    walkSchema(document, schema, (part) => {
      if (part.properties && part.additionalProperties === undefined) part.additionalProperties = false
    })
  }
}

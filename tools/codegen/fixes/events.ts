import { type Document, type Operation, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'

/**
 * Completes the events of streams (`itemSchema`, OpenAPI 3.2). The emitter requires neither the name in each kind of
 * event nor its data, so that one event could be of several kinds, writes a choice even of a single kind, and leaves out
 * the fields for reconnecting (HTML standard, section 9.2), which streams have that accept `Last-Event-ID`.
 */
export function completeEvents(document: Document): void {
  for (const { operation } of operationsOf(document)) {
    const more = canContinue(document, operation) ? reconnecting : {}
    for (const { content = {} } of Object.values(operation.responses)) {
      for (const media of Object.values(content)) {
        if (media.itemSchema) media.itemSchema = completed(media.itemSchema, more)
      }
    }
  }
}

const reconnecting: Readonly<Record<string, Schema>> = {
  id: { type: 'string', description: 'Send the last one as `Last-Event-ID` to continue the stream.' },
  retry: { type: 'integer', minimum: 0, description: 'Milliseconds to wait before connecting again.' },
}

function canContinue(document: Document, { parameters = [] }: Operation): boolean {
  return parameters.some((parameter) => resolve(document, parameter).name === 'Last-Event-ID')
}

function completed({ oneOf: kinds = [], properties, ...schema }: Schema, more: Readonly<Record<string, Schema>>) {
  const [only, ...others] = kinds.map((kind) => ({ type: 'object', ...kind, required: ['event', 'data'] }))
  const fields = { ...properties, ...structuredClone(more) }
  if (only && others.length === 0) return { ...schema, ...only, properties: { ...fields, ...only.properties } }
  return { ...schema, properties: fields, oneOf: only ? [only, ...others] : [] }
}

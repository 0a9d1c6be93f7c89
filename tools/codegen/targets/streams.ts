import type { StreamEvents } from '../../../src/doors/pages/reference/stream-events.ts'
import type { Document, Schema } from '../../../src/runtime/base/openapi.ts'
import { operationsOf } from '../../../src/runtime/base/openapi.ts'

/**
 * generated/docs/streams.json: the events of each stream, by operation id, with the schema of their data.
 *
 * @param document in OpenAPI 3.2, the only version that describes them
 */
export function streamsData(document: Document): string {
  const streams = operationsOf(document).flatMap(({ operation }) => {
    const items = operation.responses['200']?.content?.['text/event-stream']?.itemSchema
    return items ? [[operation.operationId, eventsIn(items)] as const] : []
  })
  const names = new Set<string>()
  for (const [, events] of streams) for (const { schema } of events) collect(document, schema, names)
  const schemas = Object.fromEntries([...names].sort().map((name) => [name, document.components.schemas[name]]))
  return `${JSON.stringify({ streams: Object.fromEntries(streams), components: { schemas } }, null, 1)}\n`
}

function eventsIn({ oneOf, ...only }: Schema): StreamEvents[string] {
  return (oneOf ?? [only]).map(({ properties }) => {
    const name = (properties?.event as { const?: string } | undefined)?.const
    const schema = (properties?.data as { contentSchema?: Schema } | undefined)?.contentSchema
    if (name === undefined || schema === undefined) throw new Error('An event of a stream has no name or no data')
    return { name, schema }
  })
}

/** Adds the names of all schemas that this one refers to. */
function collect(document: Document, value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return
  const { $ref } = value as Schema
  const name = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined
  if (name !== undefined && !names.has(name)) {
    names.add(name)
    collect(document, document.components.schemas[name], names)
  }
  for (const part of Object.values(value)) collect(document, part, names)
}

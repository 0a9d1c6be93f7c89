import { type Document, operationsOf, resolve } from '#runtime/base/openapi.ts'
import type { Bounds } from '#runtime/calls/bounds.ts'
import { boundsOf } from '../bounds.ts'

/** generated/server/argument-bounds.ts: how large the arguments of each operation may be, in the address and in the body. */
export function argumentBounds(document: Document): string {
  const query: Record<string, Bounds> = {}
  const bodies: Record<string, Bounds> = {}
  for (const { operation } of operationsOf(document)) {
    if (operation['x-door']) continue
    const parameters = (operation.parameters ?? [])
      .map((reference) => resolve(document, reference))
      .filter(({ in: where }) => where === 'query')
    query[operation.operationId] = {
      of: Object.fromEntries(parameters.map(({ name, schema }) => [name, boundsOf(document, schema)])),
    }
    const body = operation.requestBody?.content['application/json']?.schema
    if (body) bodies[operation.operationId] = boundsOf(document, body)
  }
  return [
    "import type { Bounds } from '#runtime/calls/bounds.ts'\n",
    table('queryBounds', query),
    table('bodyBounds', bodies),
  ].join('\n')
}

function table(name: string, bounds: Record<string, Bounds>): string {
  const rows = Object.entries(bounds).map(([id, each]) => `  ${JSON.stringify(id)}: ${JSON.stringify(each)},\n`)
  return `export const ${name}: Readonly<Record<string, Bounds>> = {\n${rows.join('')}}\n`
}

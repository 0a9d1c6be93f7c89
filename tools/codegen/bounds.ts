import { type Document, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'
import type { Bounds } from '#runtime/calls/bounds.ts'

/** The schema with everything that its `$ref` and `allOf` add; its own keywords take precedence. */
function flat(document: Document, schema: Schema): Schema {
  const own = resolve(document, schema)
  const parts = (own.allOf ?? []).map((part) => flat(document, part))
  return Object.assign({}, ...parts, own, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
  })
}

function alternativesOf({ anyOf, oneOf }: Schema): Schema[] | undefined {
  return anyOf ?? oneOf
}

/** The upper bounds that a schema of arguments draws. Alternatives draw none: which one is meant is not known before. */
export function boundsOf(document: Document, schema: Schema): Bounds {
  const own = flat(document, schema)
  if (alternativesOf(own)) return {}
  if (own.type === 'string') return own.maxLength === undefined ? {} : { text: Number(own.maxLength) }
  if (own.type === 'array') {
    const each = own.items && boundsOf(document, own.items)
    return {
      ...(own.maxItems === undefined ? {} : { items: Number(own.maxItems) }),
      ...(each && Object.keys(each).length > 0 ? { each } : {}),
    }
  }
  if (own.type !== 'object' || own.additionalProperties !== false) return {}
  return {
    of: Object.fromEntries(
      Object.entries(own.properties ?? {}).map(([name, property]) => [name, boundsOf(document, property)]),
    ),
  }
}

/** A character beyond the BMP where all but ASCII is escaped: two `\uXXXX`. */
const bytesPerCharacter = 12
const bytesPerNumber = 32
/** The line break and spaces around a member or entry, where the body is laid out for people. */
const layoutBytes = 32

/**
 * The size in bytes of the largest JSON that a schema allows, however its characters are escaped, with room for an
 * ordinary layout; infinite where something in it is not bounded.
 */
export function largestJsonBytes(document: Document, schema: Schema): number {
  const own = flat(document, schema)
  const alternatives = alternativesOf(own)
  if (alternatives) return Math.max(...alternatives.map((each) => largestJsonBytes(document, each)))
  if (own.enum) return Math.max(...own.enum.map((value) => Buffer.byteLength(JSON.stringify(value))))
  switch (own.type) {
    case 'string':
      return 2 + bytesPerCharacter * Number(own.maxLength ?? Number.POSITIVE_INFINITY)
    case 'boolean':
      return 'false'.length
    case 'number':
    case 'integer':
      return bytesPerNumber
    case 'array': {
      const entry = own.items ? largestJsonBytes(document, own.items) : Number.POSITIVE_INFINITY
      return layoutBytes + Number(own.maxItems ?? Number.POSITIVE_INFINITY) * (layoutBytes + entry)
    }
    case 'object':
      return own.additionalProperties === false ? largestObjectBytes(document, own) : Number.POSITIVE_INFINITY
    default:
      return Number.POSITIVE_INFINITY
  }
}

function largestObjectBytes(document: Document, { properties = {} }: Schema): number {
  return Object.entries(properties)
    .map(([name, property]) => layoutBytes + JSON.stringify(name).length + largestJsonBytes(document, property))
    .reduce((sum, bytes) => sum + bytes, layoutBytes)
}

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

import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { apiDocument, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'
import { exampleArguments } from '../../testing/stand-ins.ts'
import { createContract } from './contract.ts'

const contract = createContract()
const document = await apiDocument()
const schemas = new Map(
  operationsOf(document).map(({ operation }) => [
    operation.operationId,
    operation.requestBody?.content['application/json']?.schema,
  ]),
)

/** The schema with everything that its `$ref` and `allOf` add. */
function flat(schema: Schema): Schema {
  const own = resolve(document, schema)
  const parts = (own.allOf ?? []).map(flat)
  const lengths = [own, ...parts].flatMap(({ maxLength }) => (maxLength === undefined ? [] : [Number(maxLength)]))
  return Object.assign({}, ...parts, own, {
    ...(lengths.length > 0 ? { maxLength: Math.min(...lengths) } : {}),
    properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
  })
}

/** The longest value that the schema allows, of `character` where the format leaves a choice. */
function largest(schema: Schema, character: string, given?: unknown): unknown {
  const {
    example = given,
    type,
    enum: allowed,
    pattern,
    format,
    maxLength,
    maxItems,
    items,
    properties,
    maximum,
  } = flat(schema)
  if (allowed) return allowed.toSorted((a, b) => String(b).length - String(a).length)[0]
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer') return maximum ?? example ?? 1
  if (type === 'array') {
    return Array.from({ length: Number(maxItems) }, () => largest(items as Schema, character, [given].flat()[0]))
  }
  if (type === 'object') {
    const examples = (given ?? {}) as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(properties ?? {}).map(([name, property]) => [name, largest(property, character, examples[name])]),
    )
  }
  const forms = [character, 'a', 'a '].map((each) => each.repeat(Math.floor(Number(maxLength) / [...each].length)))
  const fits = (text: string) =>
    format === undefined && (typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text))
  return forms.find(fits) ?? example ?? (format === 'date-time' ? longestTime : undefined)
}

/** For times without an example. */
const longestTime = '2030-01-01T00:00:00.000000+00:00'

const ascii = (json: string) =>
  json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Their longest argument is base64, or has a bound in bytes. */
const inAscii: ReadonlySet<string> = new Set(['apps.create', 'apps.edit', 'files.put', 'images.upload'])
/** Bounded by the size of the body before each of its entries is. */
const inAll: ReadonlySet<string> = new Set(['url.create_many'])

describe('the largest valid arguments fit into the body that the method takes', () => {
  const withBody = operations.filter(({ hasBody, id }) => hasBody && !inAll.has(id))

  test.each(withBody.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
    const values = largest(schemas.get(id) as Schema, inAscii.has(id) ? 'x' : '🌳', exampleArguments(id))
    const body: unknown = JSON.parse(JSON.stringify(values))
    const isRight = contract.faultsOfBody(operation, { requestBody: structuredClone(body) }) === undefined
    expect([id, isRight]).toEqual([id, true])
    for (const json of [JSON.stringify(body), ascii(JSON.stringify(body)), JSON.stringify(body, undefined, 4)]) {
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(operation.bodyCapBytes)
    }
  })

  test('and no method takes many times as much', () => {
    const small = operations.filter(({ bodyCapBytes }) => bodyCapBytes <= 64 * 1024)
    expect(small.length).toBeGreaterThan(withBody.length / 2)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Document, Schema } from '../../src/runtime/base/openapi.ts'
import { openMethods } from '../../tools/codegen/targets/client/methods.ts'
import { shapeOf } from '../../tools/codegen/targets/client/schema-types.ts'
import { document, methods, operations } from '../document.ts'
import { differencesOf } from './compare.ts'
import { playTypeScript } from './run-typescript.ts'
import { type ScriptedServer, scriptedServer } from './scripted-server.ts'
import { type Played, readVectors, type Vector } from './vector.ts'

const vectors = await readVectors()

describe('the TypeScript client', () => {
  let server: ScriptedServer
  let played: Played[]

  beforeAll(async () => {
    server = await scriptedServer(vectors)
    played = await playTypeScript(server.baseUrl, vectors)
  })
  afterAll(() => server.close())

  test('passes every vector', () => {
    const failures = vectors.flatMap((vector, number) =>
      differencesOf(vector, played[number], server.findings(number)).map((found) => `${vector.name}: ${found}`),
    )
    expect(failures).toEqual([])
    expect(played).toHaveLength(vectors.length)
  })
})

describe('the table', () => {
  test('has at least 200 vectors, each with its own name and its own content', () => {
    expect(vectors.length).toBeGreaterThanOrEqual(200)
    expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length)
    const contents = vectors.map(({ name: _, ...content }) => JSON.stringify(content))
    expect(new Set(contents).size).toBe(vectors.length)
  })

  test('has the names and JSON types of the document, so that typed languages can run it', () => {
    const known = new Map([...methods, ...openMethods(document, operations)].map((method) => [method.id, method]))
    const faults = vectors.flatMap(({ name, call, exchanges }) => {
      const method = known.get(call.operation)
      if (!method) return [`${name}: no method ${call.operation}`]
      const given = { ...call.args, ...call.bytes }
      const found = mismatches(document, method.args, given, call.operation)
      if ('form' in method || call.form === 'raw') return found
      const schema = method.isBare ? method.result : { type: 'object', properties: { result: method.result } }
      const bodies = exchanges.filter(({ response: { status = 200, body } }) => status < 300 && body !== undefined)
      return [...found, ...bodies.flatMap(({ response }) => mismatches(document, schema, response.body, name))]
    })
    expect(faults).toEqual([])
  })
})

/** Where a value has another name or type than its schema. Bounds and required fields are of no interest. */
function mismatches(document: Document, schema: Schema, value: unknown, place: string): string[] {
  const shape = shapeOf(document, schema)
  const variants = shape.anyOf ?? shape.oneOf
  if (variants) {
    const found = variants.map((variant) => mismatches(document, variant, value, place))
    return found.find((each) => each.length === 0) ?? found[0] ?? []
  }
  if (Array.isArray(value)) {
    if (shape.type !== 'array') return [`${place} is no list`]
    return value.flatMap((each, index) => mismatches(document, shape.items ?? {}, each, `${place}[${index}]`))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, each]) => {
      const property = shape.properties?.[name]
      return property ? mismatches(document, property, each, `${place}.${name}`) : [`${place}.${name} is unknown`]
    })
  }
  const types = typeof value === 'number' ? ['number', ...(Number.isInteger(value) ? ['integer'] : [])] : [typeof value]
  return types.includes(shape.type ?? '') ? [] : [`${place} is no ${shape.type}`]
}

describe('the harness notices', () => {
  const sample = vectors.find(({ name }) => name.startsWith('a GET is repeated after 503')) as Vector

  async function foundIn(change: (vector: Vector) => void): Promise<string[]> {
    const vector = structuredClone(sample)
    change(vector)
    const server = await scriptedServer([vector])
    const [played] = await playTypeScript(server.baseUrl, [vector])
    const found = differencesOf(vector, played, server.findings(0))
    await server.close()
    return found
  }

  const request = ({ exchanges }: Vector, index = 0) => exchanges[index]?.request ?? expect.fail('no such exchange')

  test('nothing where nothing is wrong', async () => {
    expect(await foundIn(() => {})).toEqual([])
  })

  const faults: [string, (vector: Vector) => void, RegExp][] = [
    ['another verb', (vector) => Object.assign(request(vector), { verb: 'POST' }), /the verb is "GET"/],
    [
      'another argument',
      (vector) => Object.assign(request(vector), { target: '/api/v1/notes/get?title=y' }),
      /the target/,
    ],
    ['a body that was not sent', (vector) => Object.assign(request(vector), { body: {} }), /the body is/],
    ['another header', (vector) => Object.assign(request(vector), { headers: { accept: 'a' } }), /the header accept/],
    [
      'a header that is missing',
      (vector) => Object.assign(request(vector), { headers: { 'x-a': true } }),
      /a header x-a/,
    ],
    [
      'a header too many',
      (vector) => Object.assign(request(vector), { headers: { accept: null } }),
      /the header accept/,
    ],
    ['another key', (vector) => Object.assign(request(vector, 1), { same_key_as: 0 }), /the header idempotency-key/],
    ['a request too many', (vector) => vector.exchanges.pop(), /one too many/],
    ['a request too few', (vector) => vector.exchanges.push(...sample.exchanges), /3 requests came instead of 6/],
    ['another wait', (vector) => vector.waits_ms?.push(1), /the waits/],
    ['another value', (vector) => Object.assign(vector, { outcome: { value: {} } }), /value is/],
    [
      'an error instead of a value',
      (vector) => Object.assign(vector, { outcome: { error: {} } }),
      /the kind of outcome/,
    ],
  ]
  test.each(faults)('%s', async (_, change, found) => {
    expect((await foundIn(change)).join('\n')).toMatch(found)
  })

  test('another field of an error', () => {
    const played: Played = { name: 'x', outcome: { error: { code: 'network' } }, waits_ms: [] }
    const vector = { ...sample, waits_ms: [], outcome: { error: { code: 'timeout' } } }
    expect(differencesOf(vector, played, [])).toEqual(['error.code is "network" instead of "timeout"'])
  })

  test('a vector that a runner left out', () => {
    expect(differencesOf(sample, undefined, [])).toEqual(['the runner printed nothing for it'])
  })
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type Document, type Operation, operationsOf, resolve, type Schema, walkSchema } from '#runtime/base/openapi.ts'

const generated = join(import.meta.dirname, '../../generated')
const read = (file: string) => readFileSync(join(generated, file), 'utf8')
const document = JSON.parse(read('openapi.json')) as Document
const versions = {
  'openapi.yaml': parse(read('openapi.yaml')) as Document,
  'openapi.3.1.yaml': parse(read('openapi.3.1.yaml')) as Document,
  'openapi.3.2.yaml': parse(read('openapi.3.2.yaml')) as Document,
}
const placed = operationsOf(document).filter(({ operation }) => !operation['x-door'])

/** Each operation on its own, so that a failure names it. */
const each = placed.map(({ operation, path, verb }) => [operation.operationId, operation, path, verb] as const)
const bodyOf = (operation: Operation, status: string) =>
  operation.responses[status]?.content?.['application/json']?.schema

/** Changes, and calls that cost something, run once for each Idempotency-Key. */
const isKeyed = (operation: Operation) => operation['x-kind'] === 'write' || operation['x-micro-credits'] !== undefined

const isMetered = (operation: Operation) => Boolean(operation['x-micro-credits'] ?? operation['x-price-unit'])

/** What the methods that they call cost stays charged if they fail. */
const keepsCharges = ['agent.ask', 'agent.ask_named']

/** What their price or their provider would add, and cannot occur. */
const neverReturned: Record<string, readonly number[]> = {
  'agent.ask': [402],
  'agent.ask_named': [402],
  'mail.send': [502, 504],
  'news.read': [502, 504],
  'notify.send': [504],
  'shell.run': [502],
  'shell.write': [502],
  'work.submit': [402, 502, 504],
}

/** In the older format the status says that a record does not exist: operations on one link declare it themselves. */
const aboutOneLink = ['delete', 'get', 'qr', 'resolve', 'stats', 'update'].map((method) => `url.${method}`)

/** The statuses that an operation's access metadata requires, with the model of each. */
function wantedResponses(operation: Operation, isLegacy: boolean): Record<string, string> {
  const name = (model: string) => `#/components/schemas/${isLegacy ? 'Legacy' : ''}${model}`
  const wanted: Record<string, string> = {
    400: name('BadArguments'),
    401: name('Unauthenticated'),
    ...(isMetered(operation) || operation['x-top-up'] ? { 402: name('PaymentRequired') } : {}),
    403: name('Forbidden'),
    ...(aboutOneLink.includes(operation.operationId) ? { 404: name('NotFound') } : {}),
    ...(isKeyed(operation) ? { 409: name('Conflict'), 422: name('IdempotencyMismatch') } : {}),
    ...(operation.operationId === 'url.resolve' ? { 410: name('Gone') } : {}),
    429: name('RateLimited'),
    ...providerResponses(operation, name),
    default: name('Problem'),
  }
  for (const status of neverReturned[operation.operationId] ?? []) delete wanted[status]
  return wanted
}

function providerResponses(operation: Operation, name: (model: string) => string): Record<string, string> {
  if (!operation['x-provider']) return {}
  const [failed, timeout] = keepsCharges.includes(operation.operationId)
    ? ['RunFailed', 'RunTimeout']
    : ['ProviderFailed', 'ProviderTimeout']
  return { 502: name(failed as string), 503: name('NotConfigured'), 504: name(timeout as string) }
}

/** Who may call, as the document's security says it: a payment identifies a caller, never an account. */
function wantedSecurity(operation: Operation): Record<string, string[]>[] {
  const known = [{ Token: [] }, { Session: [] }]
  if (operation['x-micro-credits'] && operation['x-needs'] !== 'account') return [...known, { Payment: [] }]
  return operation['x-needs'] === 'open' ? [{}, ...known] : known
}

describe('access of every operation, as documented', () => {
  test('there are as many operations as the contract has', () => {
    expect(placed).toHaveLength(157)
  })

  test.each(each)('%s', (_, operation, path) => {
    const { 200: success, ...failures } = operation.responses
    // A wrongly built union leaves a single 200 with everything in it.
    expect(
      Object.fromEntries(Object.keys(failures).map((status) => [status, bodyOf(operation, status)?.$ref])),
    ).toEqual(wantedResponses(operation, path.startsWith('/v1/')))
    const body = success?.content?.['application/json']?.schema as Schema
    expect(body).not.toHaveProperty('anyOf')
    expect(body).not.toHaveProperty('oneOf')
    expect(operation.security).toEqual(wantedSecurity(operation))
    expect(['open', 'caller', 'account']).toContain(operation['x-needs'])
    expect(['read', 'write']).toContain(operation['x-kind'])
  })

  test.each(each)('%s is a read if it is a GET, and a read may be repeated', (_, operation, _path, verb) => {
    if (verb === 'get') expect(operation['x-kind']).toBe('read')
    if (operation['x-kind'] === 'read') expect(operation['x-retry']).toBe('safe')
    else expect(['idempotent', 'unsafe']).toContain(operation['x-retry'])
  })

  test('prices are given in credits and in micro-credits, and agree', () => {
    for (const { operation } of placed) {
      const micro = operation['x-micro-credits'] as number | undefined
      expect(operation['x-credits'], operation.operationId).toBe(micro && micro / 1_000_000)
      if (micro !== undefined) expect(Number.isInteger(micro) && micro > 0).toBe(true)
    }
  })

  test('a price that varies says for what, and excludes a fixed one', () => {
    const varying = placed.filter(({ operation }) => operation['x-price'] !== undefined)
    expect(varying.map(({ operation }) => operation.operationId).sort()).toEqual([
      'agent.ask',
      'agent.ask_named',
      'mail.send',
      'sms.send',
      'sms.verify',
      'work.submit',
    ])
    for (const { operation } of varying) {
      expect(operation).toMatchObject({ 'x-price': 'varies', 'x-price-unit': expect.stringMatching(/^for each /) })
      expect(operation['x-micro-credits']).toBeUndefined()
    }
  })

  test('502 and 504 say how long to wait, if the provider says so', () => {
    for (const { operation } of placed.filter(({ operation }) => operation['x-provider'])) {
      for (const status of ['502', '504']) {
        if (neverReturned[operation.operationId]?.includes(Number(status))) continue
        const headers = operation.responses[status]?.headers
        expect(Object.keys(headers ?? {}), `${operation.operationId} ${status}`).toEqual(['Retry-After'])
      }
    }
  })

  test('every error response shows an example for each code, which its schema accepts', () => {
    const ajv = new Ajv({
      strict: false,
      logger: false,
      schemas: [{ $id: 'document', components: document.components }],
    })
    const validatorOf = new Map<string, ReturnType<typeof ajv.compile>>()
    let shown = 0
    for (const { operation } of operationsOf(document)) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        const media = content?.['application/json']
        if (!media || Number(status) < 400 || media.example !== undefined) continue
        const examples = Object.values(media.examples ?? {}).map((one) => resolve(document, one as { $ref: string }))
        expect(examples.length, `${operation.operationId} ${status}`).toBeGreaterThan(0)
        const reference = `document${media.schema.$ref}`
        const validate = validatorOf.get(reference) ?? ajv.compile({ $ref: reference })
        validatorOf.set(reference, validate)
        for (const { value } of examples as unknown as { value: unknown }[]) {
          expect(validate(value), `${operation.operationId} ${status}: ${JSON.stringify(value)}`).toBe(true)
          shown += 1
        }
      }
    }
    expect(shown).toBeGreaterThan(1000)
  })

  test('every security scheme that an operation names is described', () => {
    const named = placed.flatMap(({ operation }) => (operation.security ?? []).flatMap(Object.keys))
    expect([...new Set(named)].sort()).toEqual(['Payment', 'Session', 'Token'])
    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual(
      expect.arrayContaining(['Payment', 'Session', 'Token']),
    )
  })
})

describe('arguments of every operation', () => {
  const parametersOf = ({ parameters = [] }: Operation) => parameters.map((parameter) => resolve(document, parameter))

  test('a list in the query string repeats its key; nothing else declares a style', () => {
    const lists: string[] = []
    for (const { operation } of placed) {
      for (const parameter of parametersOf(operation).filter((one) => one.in === 'query')) {
        const isList = resolve(document, parameter.schema).type === 'array'
        const name = `${operation.operationId} ${parameter.name}`
        // OpenAPI explodes query lists by default.
        expect(isList ? (parameter.explode ?? true) : parameter.explode, name).toBe(isList ? true : undefined)
        if (isList) lists.push(name)
      }
    }
    expect(lists).toEqual(['routes.nearest to'])
  })

  test('a GET has no body, a POST takes no arguments from the query string', () => {
    for (const { operation, verb } of placed) {
      const places = parametersOf(operation).map((one) => one.in)
      if (verb === 'get') expect(operation).not.toHaveProperty('requestBody')
      else expect(places, operation.operationId).not.toContain('query')
    }
  })

  test('the only header is the Idempotency-Key, on every POST and on every metered GET, and it is optional', () => {
    for (const { operation } of placed) {
      const headers = parametersOf(operation).filter((one) => one.in === 'header')
      expect(
        headers.map(({ name, required }) => [name, required ?? false]),
        operation.operationId,
      ).toEqual(operation.requestBody || isKeyed(operation) ? [['Idempotency-Key', false]] : [])
    }
  })

  test('every object in a body is closed: an unknown argument is refused at any depth', () => {
    let objects = 0
    for (const { operation } of placed) {
      const schema = operation.requestBody?.content['application/json']?.schema
      if (!schema) continue
      const top = resolve(document, schema)
      expect([top.type, top.additionalProperties], operation.operationId).toEqual(['object', false])
      walkSchema(document, schema, (part) => {
        if (!part.properties) return
        objects += 1
        expect(part.additionalProperties ?? true, operation.operationId).not.toBe(true)
      })
    }
    expect(objects).toBeGreaterThan(50)
  })
})

describe.each(Object.entries(versions))('%s', (_, whole) => {
  test('has nothing beside a reference: it would be ignored', () => {
    const crowded: string[] = []
    const look = (value: unknown, place: string) => {
      if (typeof value !== 'object' || value === null) return
      if ('$ref' in value && Object.keys(value).length > 1) crowded.push(place)
      for (const [key, inner] of Object.entries(value))
        if (key !== 'example' && key !== 'examples') look(inner, `${place}/${key}`)
    }
    look(whole, '#')
    expect(crowded).toEqual([])
  })

  test('every reference leads somewhere', () => {
    const references = new Set<string>()
    JSON.stringify(whole, (key, value) => {
      if (key === '$ref' && typeof value === 'string') references.add(value)
      return value
    })
    for (const $ref of references) expect(() => resolve(whole, { $ref })).not.toThrow()
    expect(references.size).toBeGreaterThan(100)
  })
})

test('the formats of the document agree: JSON and YAML exactly, 3.0, 3.1 and 3.2 in their operations', () => {
  // The samples are in the published documents only.
  const yaml = structuredClone(versions['openapi.yaml'] as Document)
  for (const { operation } of operationsOf(yaml)) delete operation['x-codeSamples']
  expect(yaml).toEqual(document)
  const access = (one: Document) =>
    operationsOf(one).map(({ path, verb, operation }) => [
      path,
      verb,
      operation.operationId,
      Object.keys(operation.responses),
      operation.security,
      operation['x-needs'],
      operation['x-micro-credits'],
    ])
  for (const version of Object.values(versions)) expect(access(version)).toEqual(access(document))
})

test('the OpenAPI 3.2 document describes every event of every stream, and the others say that it is text', () => {
  const streams = (version: Document) =>
    operationsOf(version).flatMap(({ operation }) => {
      const media = operation.responses['200']?.content?.['text/event-stream']
      return media ? [[operation.operationId, media] as const] : []
    })
  const names = ({ oneOf, ...only }: Schema) =>
    (oneOf ?? [only]).map(({ properties }) => (properties?.event as { const?: string } | undefined)?.const)
  const agent = ['thread', 'queued', 'started', 'text', 'call', 'approval', 'called', 'answer', 'error']
  const described = streams(versions['openapi.3.2.yaml']).map(([id, { itemSchema }]) => [id, names(itemSchema ?? {})])
  expect(Object.fromEntries(described)).toEqual({
    'agent.ask': agent,
    'agent.ask_named': agent,
    'doors.chat_stream': ['open', 'reset', 'posted', 'end'],
    'doors.mcp': ['message'],
    'doors.notifications': ['open', 'reset', 'notification', 'end'],
    'doors.work_stream': ['open', 'reset', 'started', 'call', 'approval', 'called', 'ended', 'end'],
  })
  for (const file of ['openapi.yaml', 'openapi.3.1.yaml'] as const) {
    const texts = streams(versions[file]).map(([id, { schema, itemSchema }]) => [id, schema.type, itemSchema])
    expect(texts).toEqual(described.map(([id]) => [id, 'string', undefined]))
  }
})

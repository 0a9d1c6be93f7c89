import { type Document, OpenAPIRouter } from 'openapi-backend'
import { describe, expect, test } from 'vitest'
import { operations } from '#generated/server/operations.ts'
import { exampleArguments, pathArguments } from '../../testing/stand-ins.ts'
import { listingOnce } from '../../testing/stock-validator.ts'
import { apiDocument, verbs } from '../base/openapi.ts'
import { createContract } from './contract.ts'

const contract = createContract()

/** The same document without the paths that doors serve: the product's router never sees those. */
const document = structuredClone(await apiDocument())
for (const item of Object.values(document.paths)) {
  for (const verb of verbs) if (item[verb]?.['x-door']) delete item[verb]
}
const stock = listingOnce(new OpenAPIRouter({ definition: document as unknown as Document }))

/** The result of the library's own router: the operation and the values of its path, or nothing. */
function stockAnswer(verb: string, path: string) {
  const request = { method: verb, path, headers: {} }
  const operation = stock.matchOperation(request)
  return operation && { id: operation.operationId, values: { ...stock.parseRequest(request, operation).params } }
}

function ourAnswer(verb: string, path: string) {
  try {
    const { operation, pathValues } = contract.find(verb, path)
    return { id: operation.id, values: { ...pathValues } }
  } catch (failure) {
    if (['unknown_method', 'method_not_allowed'].includes((failure as { code?: string }).code ?? '')) return undefined
    throw failure
  }
}

const filledIn = (path: string) => path.replace(/\{[^}]+\}/g, 'writer')
const addresses = operations.map(({ verb, path }) => ({ verb, path: filledIn(path) }))

describe('routing matches the router of openapi-backend', () => {
  test.each([
    ['as documented', (path: string) => path],
    ['with a slash at the end', (path: string) => `${path}/`],
    ['with several slashes at the end', (path: string) => `${path}///`],
    ['with two slashes at the beginning', (path: string) => `/${path}`],
    ['in capitals', (path: string) => path.toUpperCase()],
    ['with a longer last segment', (path: string) => `${path}x`],
    ['with one segment more', (path: string) => `${path}/x`],
    ['with one character less', (path: string) => path.slice(0, -1)],
  ])('for every path %s and every verb', (_, change) => {
    const asked = addresses.flatMap(({ path }) =>
      ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH'].map((verb) => ({ verb, path: change(path) })),
    )
    const ours = asked.map(({ verb, path }) => ({ verb, path, answer: ourAnswer(verb, path) }))
    expect(ours).toEqual(asked.map(({ verb, path }) => ({ verb, path, answer: stockAnswer(verb, path) })))
  })

  test('every documented address leads to its own operation', () => {
    expect(addresses.map(({ verb, path }) => ourAnswer(verb, path)?.id)).toEqual(operations.map(({ id }) => id))
  })

  test.each([
    '/',
    '//',
    '',
    '/api',
    '/api/v1',
    '/api/v1/notes',
    '/agent/',
    '/agent//',
    '/agent/a/b',
    '/constructor',
    '/__proto__',
  ])('for the path %j, which is not a method', (path) => {
    for (const verb of ['GET', 'POST']) expect(ourAnswer(verb, path)?.id).toBe(stockAnswer(verb, path)?.id)
  })

  test.each([
    ['writer', 'writer'],
    ['caf%C3%A9', 'café'],
    ['a%2Fb', 'a/b'],
    ['100%25', '100%'],
    ['%F0%9F%8C%B3', '🌳'],
    ['a+b', 'a+b'],
    ['{name}', '{name}'],
    ['.*', '.*'],
  ])('a value %j in the path arrives as %j', (written, value) => {
    expect(ourAnswer('POST', `/agent/${written}`)).toEqual({ id: 'agent.ask_named', values: { name: value } })
    expect(ourAnswer('POST', `/agent/${written}`)).toEqual(stockAnswer('POST', `/agent/${written}`))
  })
})

describe('when routing finds nothing', () => {
  test('every operation rejects the other verbs and names its own', () => {
    const verbsOf = Map.groupBy(operations, ({ path }) => path)
    for (const [path, members] of verbsOf) {
      const own = members.map(({ verb }) => verb)
      for (const verb of ['GET', 'POST', 'PUT', 'DELETE'].filter((each) => !own.includes(each as 'GET'))) {
        expect(() => contract.find(verb, filledIn(path))).toThrow(
          expect.objectContaining({ code: 'method_not_allowed', status: 405, allow: own }),
        )
      }
    }
  })

  test.each([
    ['/v1/url/create', 'POST /v1/url/Create'],
    ['/api/v1/url/create', 'POST /v1/url/Create'],
    ['/v1/url/Url/List', 'POST /v1/url/List'],
    ['/v1/url/createmany', 'POST /v1/url/CreateMany'],
    ['/v1/notes/add', 'POST /api/v1/notes/add'],
    ['/api/v1/notes/lits', 'GET /api/v1/notes/list'],
    ['/api/v1/note/add', 'POST /api/v1/notes/add'],
    ['/api/v1/evnets/craete', 'POST /api/v1/events/create'],
    ['/api/v1/notes.list', 'GET /api/v1/notes/list'],
    ['/api/v1/Notes.List', 'GET /api/v1/notes/list'],
    ['/api/notes/add', 'POST /api/v1/notes/add'],
  ])('for %s the nearest path is suggested', (path, meant) => {
    expect(() => contract.find('POST', path)).toThrow(`No method exists at ${path}. Did you mean ${meant}? The API`)
  })

  test.each([
    '/api/v1/notes/fold',
    '/api/v1/nowhere/add',
    '/api/v1/note/fold',
    '/api/v1/',
    `/v1/url/${'create'.repeat(1000)}`,
  ])('for %s nothing is suggested', (path) => expect(() => contract.find('POST', path)).toThrow(/^(?!.*Did you mean)/))

  test('an unknown method is named in the error, truncated, with the version of the API', () => {
    const { version } = document.info
    expect(() => contract.find('GET', '/api/v1/notes/fold')).toThrow(
      `No method exists at /api/v1/notes/fold. The API document at /openapi.json lists all methods of version ${version}.`,
    )
    try {
      contract.find('GET', `/api/v1/${'x'.repeat(10_000)}`)
      expect.unreachable()
    } catch (failure) {
      expect((failure as Error).message.length).toBeLessThan(200)
    }
  })

  test('a path value that is not percent-encoded UTF-8 is a fault of the caller, in every lookup of the path', () => {
    expect(contract.holds('/agent/%ff')).toBe(true)
    expect(() => contract.find('POST', '/agent/%ff')).toThrow(expect.objectContaining({ code: 'invalid_argument' }))
    expect(() => contract.find('GET', '/agent/%ff')).toThrow(
      expect.objectContaining({ code: 'method_not_allowed', allow: ['POST'] }),
    )
  })

  test('below /v1/ the response is in the form that its callers know', () => {
    expect(() => contract.find('GET', '/v1/url/Shorten')).toThrow(expect.objectContaining({ form: 'legacy' }))
    expect(() => contract.find('POST', '/v1/url/Fold')).toThrow(expect.objectContaining({ form: 'legacy' }))
    expect(() => contract.find('GET', '/api/v1/notes/add')).toThrow(expect.objectContaining({ form: undefined }))
  })

  test('an operation that does not exist is unknown by its id as well', () => {
    for (const id of ['notes.fold', '', 'constructor', '__proto__']) {
      expect(() => contract.operation(id)).toThrow(expect.objectContaining({ code: 'unknown_method' }))
    }
    expect(contract.operation('notes.add').path).toBe('/api/v1/notes/add')
  })
})

test('the documented example of every operation passes its validators', () => {
  const refused = operations.flatMap((operation) => {
    const example = exampleArguments(operation.id)
    const inPath = new Set(pathArguments(operation.id))
    const entries = Object.entries(example)
    const path = Object.fromEntries(entries.filter(([name]) => inPath.has(name)))
    const rest = Object.fromEntries(entries.filter(([name]) => !inPath.has(name)))
    const query = operation.hasBody ? {} : rest
    const faults = [
      ...(contract.faultsOfParameters(operation, { path, query }) ?? []),
      ...(operation.hasBody ? (contract.faultsOfBody(operation, { requestBody: rest }) ?? []) : []),
    ]
    return faults.map(({ instancePath, message }) => `${operation.id} ${instancePath} ${message}`)
  })
  expect(refused).toEqual([])
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OpenAPIBackend, type Document as OpenApiDocument } from 'openapi-backend'
import { describe, expect, test } from 'vitest'
import { apiDocument, type Document, operationsOf, type Parameter } from '#runtime/base/openapi.ts'
import { sampleDocument } from '../sample-document.ts'
import {
  dropScalarExplode,
  dropSynonyms,
  exemplifyErrors,
  explainForeignText,
  fixDocument,
  foreignTextSentence,
  inlineScalars,
  lowerCaseBearer,
  nameServer,
  sealArguments,
  wrapReferenceSiblings,
} from './fixes.ts'

/** The faults that openapi-backend finds in a request, given this document. */
async function faultsOf(document: Document, request: { query?: string; body?: object }): Promise<string[]> {
  const backend = new OpenAPIBackend({
    definition: structuredClone(document) as unknown as OpenApiDocument,
    quick: true,
    coerceTypes: true,
  })
  await backend.init()
  const [method, path] = request.body ? ['post', '/api/v1/ferries/book'] : ['get', '/api/v1/ferries/find']
  const { errors } = backend.validator.validateRequest({
    method: method as string,
    path: path as string,
    headers: { 'content-type': 'application/json' },
    ...request,
  })
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

function fixed(fix: (document: Document) => void, document = sampleDocument()): Document {
  fix(document)
  return document
}

const findParameters = (document: Document) => document.paths['/api/v1/ferries/find']?.get?.parameters as Parameter[]

test('synonyms for the search are not in the published document', async () => {
  const document = sampleDocument()
  for (const { operation } of operationsOf(document)) operation['x-synonyms'] = ['Fähre, buchen']
  expect(JSON.stringify(fixed(dropSynonyms, document))).not.toContain('buchen')
  expect(JSON.stringify(await apiDocument())).not.toContain('x-synonyms')
})

describe('dropScalarExplode', () => {
  const query = 'from=Harwich&limit=5&direct=true'

  test('without it a number is read as a list of one; with it, as a number', async () => {
    expect(await faultsOf(sampleDocument(), { query })).not.toEqual([])
    expect(await faultsOf(fixed(dropScalarExplode), { query })).toEqual([])
  })

  test('without it a text is split at its commas; with it, it is whole', async () => {
    const query = 'from=Harwich,%20Essex'
    expect(await faultsOf(sampleDocument(), { query })).toContain('/query/from must be string')
    expect(await faultsOf(fixed(dropScalarExplode), { query })).toEqual([])
  })

  test('lists keep their style, even if the parameter is shared', () => {
    const document = sampleDocument()
    const [from, , , via] = findParameters(document) as [Parameter, Parameter, Parameter, Parameter]
    document.components.parameters = { via, from }
    const operation = document.paths['/api/v1/ferries/find']?.get
    if (operation)
      operation.parameters = [
        { $ref: '#/components/parameters/via' },
        { $ref: '#/components/parameters/from' },
      ] as Parameter[]
    dropScalarExplode(document)
    expect(document.components.parameters.via?.explode).toBe(true)
    expect(document.components.parameters.from).not.toHaveProperty('explode')
  })
})

describe('sealArguments', () => {
  const body = { ferry: 'Stena Hollandica', passengers: [{ name: 'Ann' }] }
  const misspelt = { ...body, passangers: [] }
  const deep = { ...body, passengers: [{ name: 'Ann', age: 40 }] }

  test('without it a misspelt argument is ignored; with it, it is refused, at any depth', async () => {
    for (const wrong of [misspelt, deep]) {
      expect(await faultsOf(sampleDocument(), { body: wrong })).toEqual([])
      expect(await faultsOf(fixed(sealArguments), { body: wrong })).toEqual([
        expect.stringMatching(/must NOT have additional properties$/),
      ])
    }
    expect(await faultsOf(fixed(sealArguments), { body })).toEqual([])
  })

  test('responses stay open, so that a field added later breaks no client; an object that is open on purpose stays open', () => {
    const document = sampleDocument()
    const { Booking, Found } = document.components.schemas
    if (Booking?.properties)
      Booking.properties.extras = { type: 'object', properties: {}, additionalProperties: { type: 'string' } }
    sealArguments(document)
    expect(Booking?.additionalProperties).toBe(false)
    expect(Booking?.properties?.extras?.additionalProperties).toEqual({ type: 'string' })
    expect(Found).not.toHaveProperty('additionalProperties')
  })
})

describe('wrapReferenceSiblings', () => {
  function withBoundBesideReference(): Document {
    const document = sampleDocument()
    const { Booking } = document.components.schemas
    if (Booking?.properties) Booking.properties.ferry = { $ref: '#/components/schemas/Line', maxLength: 5 }
    return document
  }
  const body = { ferry: 'Stena Hollandica', passengers: [{ name: 'Ann' }] }

  test('without it a bound beside a reference is ignored; with it, it applies, and so do those of the named type', async () => {
    expect(await faultsOf(withBoundBesideReference(), { body })).toEqual([])
    const wrapped = fixed(wrapReferenceSiblings, withBoundBesideReference())
    expect(await faultsOf(wrapped, { body })).toEqual(['/requestBody/ferry must NOT have more than 5 characters'])
    expect(await faultsOf(wrapped, { body: { ...body, ferry: '' } })).toEqual([
      '/requestBody/ferry must NOT have fewer than 1 characters',
    ])
  })

  test('a reference without siblings, and anything in an example, stays as it is', () => {
    const document = sampleDocument()
    const media = document.paths['/api/v1/ferries/book']?.post?.requestBody?.content['application/json']
    const example = { $ref: 'a text in an example', maxLength: 5 }
    if (media) media.example = structuredClone(example)
    wrapReferenceSiblings(document)
    expect(media).toEqual({ schema: { $ref: '#/components/schemas/Booking' }, example })
  })

  test('several bases remain in their order', () => {
    const document = sampleDocument()
    document.components.schemas.Both = { $ref: '#/components/schemas/Line', allOf: [{ maxLength: 5 }] }
    wrapReferenceSiblings(document)
    expect(document.components.schemas.Both).toEqual({
      allOf: [{ $ref: '#/components/schemas/Line' }, { maxLength: 5 }],
    })
  })
})

describe('inlineScalars', () => {
  function withSchemas(schemas: Document['components']['schemas']): Document {
    const document = sampleDocument()
    Object.assign(document.components.schemas, schemas)
    return document
  }

  test('strings and numbers are inlined and lose their names; objects keep theirs', () => {
    const document = sampleDocument()
    expect(JSON.stringify(document)).toContain('#/components/schemas/Line')
    inlineScalars(document)
    expect(JSON.stringify(document)).not.toContain('#/components/schemas/Line')
    expect(document.components.schemas).not.toHaveProperty('Line')
    expect(findParameters(document)[0]?.schema).toMatchObject({ type: 'string', minLength: 1 })
    expect(JSON.stringify(document)).toContain('#/components/schemas/Passenger')
  })

  test('the narrower bound and the description of the use apply', () => {
    const document = withSchemas({
      Short: { type: 'string', minLength: 2, maxLength: 10, description: 'A short text.' },
      Trip: {
        type: 'object',
        properties: {
          wider: { allOf: [{ $ref: '#/components/schemas/Short' }], maxLength: 50, description: 'Where to.' },
          narrower: { allOf: [{ $ref: '#/components/schemas/Short' }], maxLength: 5, default: 'Ghent' },
          list: { type: 'array', items: { $ref: '#/components/schemas/Short' } },
        },
      },
    })
    inlineScalars(document)
    const short = { type: 'string', minLength: 2, maxLength: 10, description: 'A short text.' }
    expect(document.components.schemas.Trip?.properties).toEqual({
      wider: { ...short, description: 'Where to.' },
      narrower: { ...short, maxLength: 5, default: 'Ghent' },
      list: { type: 'array', items: short },
    })
  })

  test('an enum keeps its name, except for a query parameter with a default', () => {
    const document = withSchemas({ Class: { type: 'string', enum: ['first', 'second'] } })
    const [from, limit] = findParameters(document) as [Parameter, Parameter]
    from.schema = { $ref: '#/components/schemas/Class' }
    limit.schema = { allOf: [{ $ref: '#/components/schemas/Class' }], default: 'second' }
    inlineScalars(document)
    expect(from.schema).toEqual({ $ref: '#/components/schemas/Class' })
    expect(limit.schema).toEqual({ type: 'string', enum: ['first', 'second'], default: 'second' })
  })

  test('two patterns for one text are an error: one of them would be ignored', () => {
    const document = withSchemas({
      Code: { type: 'string', pattern: '^[A-Z]+$' },
      Trip: { type: 'object', properties: { code: { allOf: [{ $ref: '#/components/schemas/Code' }], pattern: '^X' } } },
    })
    expect(() => inlineScalars(document)).toThrow('its use has another pattern, ^X')
  })
})

test('exemplifyErrors: every response with an error names its examples, which stand once, without status and headers', () => {
  const document = sampleDocument()
  const { Problem } = document.components.schemas
  Object.assign(Problem ?? {}, {
    example: { error: 'x' },
    'x-examples': { internal: { error: 'It failed.', code: 'internal' } },
  })
  exemplifyErrors(document)
  expect(document.components.examples).toEqual({
    'Problem.internal': { value: { error: 'It failed.', code: 'internal' } },
  })
  const media = document.paths['/api/v1/ferries/find']?.get?.responses.default?.content?.['application/json']
  expect(media?.examples).toEqual({ internal: { $ref: '#/components/examples/Problem.internal' } })
  expect(Problem).not.toHaveProperty('example')
  expect(Problem).not.toHaveProperty('x-examples')
})

test('exemplifyErrors: an error about a body is shown only for operations with one, and not_implemented for methods', () => {
  const document = sampleDocument()
  const examples = { internal: {}, too_large: {}, not_implemented: {} }
  Object.assign(document.components.schemas.Problem ?? {}, { 'x-examples': examples })
  const book = document.paths['/api/v1/ferries/book']?.post
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } }
  if (book) book.responses.default = { description: 'Failed.', content }
  exemplifyErrors(document)
  const shown = (path: string, verb: 'get' | 'post') =>
    Object.keys(document.paths[path]?.[verb]?.responses.default?.content?.['application/json']?.examples ?? {})
  expect(shown('/api/v1/ferries/find', 'get')).toEqual(['internal', 'not_implemented'])
  expect(shown('/api/v1/ferries/book', 'post')).toEqual(['internal', 'too_large', 'not_implemented'])
  expect(shown('/health/live', 'get')).toEqual(['internal'])
})

test('nameServer: empty variables are dropped, others stay', () => {
  const document = {
    ...sampleDocument(),
    servers: [
      { url: '/', variables: {} },
      { url: '/{v}', variables: { v: {} } },
    ],
  }
  nameServer(document)
  expect(document.servers).toEqual([{ url: '/' }, { url: '/{v}', variables: { v: {} } }])
})

test('lowerCaseBearer: the scheme is written as contract testers compare it; others are unchanged', () => {
  const document = sampleDocument()
  document.components.securitySchemes = {
    ...document.components.securitySchemes,
    Basic: { type: 'http', scheme: 'Basic' },
  }
  lowerCaseBearer(document)
  expect(document.components.securitySchemes).toMatchObject({ Token: { scheme: 'bearer' }, Basic: { scheme: 'Basic' } })
  const { securitySchemes: _, ...components } = sampleDocument().components
  expect(() => lowerCaseBearer({ ...sampleDocument(), components })).not.toThrow()
})

test('explainForeignText: only marked descriptions end with the sentence, in a separate paragraph', () => {
  const document = sampleDocument()
  const find = document.paths['/api/v1/ferries/find']?.get
  if (find) Object.assign(find, { 'x-foreign-text': true, description: 'Ferries that run.' })
  explainForeignText(document)
  expect(find?.description).toBe(`Ferries that run.\n\n${foreignTextSentence}`)
  expect(document.paths['/api/v1/ferries/book']?.post?.description).toBe(
    sampleDocument().paths['/api/v1/ferries/book']?.post?.description,
  )
})

test('fixDocument applies every fix to a copy', () => {
  const emitted = sampleDocument()
  const document = fixDocument(emitted)
  expect(emitted).toEqual(sampleDocument())
  expect(findParameters(document)[0]).not.toHaveProperty('explode')
  expect(document.components.schemas.Booking?.additionalProperties).toBe(false)
  expect(document.components.securitySchemes?.Token?.scheme).toBe('bearer')
})

test('orderTags: the families are in the order of the spec', async () => {
  const root = join(import.meta.dirname, '../../..')
  const spec = readFileSync(join(root, 'spec/api.tsp'), 'utf8')
  const { tags } = await apiDocument()
  const listed = [...spec.matchAll(/@tagMetadata\(\s*"(\w+)"/g)].map(([, name]) => name)
  expect(tags.map(({ name }) => name)).toEqual(listed)
})

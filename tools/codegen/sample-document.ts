import type { Document, Operation, Parameter, Schema } from '#runtime/base/openapi.ts'

/** A small but complete document for the generator's tests: one read with query arguments, one write with a body. */
export function sampleDocument(): Document {
  return {
    openapi: '3.0.0',
    info: { title: 'Sample', version: '1' },
    tags: [{ name: 'ferries' }],
    paths: {
      '/api/v1/ferries/find': { get: findFerries() },
      '/api/v1/ferries/book': { post: bookFerry() },
      '/health/live': { get: { ...findFerries(), operationId: 'doors.live', parameters: [], 'x-door': true } },
    },
    components: {
      schemas: {
        Line: { type: 'string', minLength: 1, maxLength: 200 },
        Passenger: { type: 'object', required: ['name'], properties: { name: { $ref: '#/components/schemas/Line' } } },
        Booking: {
          type: 'object',
          required: ['ferry', 'passengers'],
          properties: {
            ferry: { $ref: '#/components/schemas/Line' },
            passengers: { type: 'array', items: { $ref: '#/components/schemas/Passenger' }, minItems: 1 },
            note: { type: 'string', default: '' },
          },
        },
        Found: {
          type: 'object',
          required: ['items'],
          properties: { items: { type: 'array', items: { type: 'string' } } },
        },
        Problem: {
          type: 'object',
          required: ['error', 'code'],
          properties: { error: { type: 'string' }, code: { type: 'string' } },
        },
        LegacyProblem: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
        BadArguments: {
          type: 'object',
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          description: 'Wrong arguments.',
        },
      },
      securitySchemes: { Token: { type: 'http', scheme: 'Bearer' } },
    },
  }
}

function queryParameter(name: string, schema: Schema, more: Partial<Parameter> = {}): Parameter {
  return { name, in: 'query', schema, explode: false, ...more }
}

const problem = (name: string) => ({
  description: name,
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

function findFerries(): Operation {
  return {
    operationId: 'ferries.find',
    summary: 'Find ferries',
    tags: ['ferries'],
    parameters: [
      queryParameter('from', { $ref: '#/components/schemas/Line' }, { required: true }),
      queryParameter('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }),
      queryParameter('direct', { type: 'boolean' }),
      queryParameter('via', { type: 'array', items: { type: 'string' } }, { explode: true }),
    ],
    responses: {
      200: {
        description: 'The ferries.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['result'],
              properties: { result: { $ref: '#/components/schemas/Found' } },
            },
          },
        },
      },
      400: problem('BadArguments'),
      default: problem('Problem'),
    },
    'x-needs': 'open',
    'x-kind': 'read',
    'x-effect': ['reads others'],
    'x-retry': 'safe',
  }
}

function bookFerry(): Operation {
  return {
    operationId: 'ferries.book',
    summary: 'Book a ferry',
    tags: ['ferries'],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Booking' } } },
    },
    responses: {
      200: {
        description: 'Booked.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Passenger' } } },
      },
      default: {
        description: 'Failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/LegacyProblem' } } },
      },
    },
    'x-needs': 'account',
    'x-kind': 'write',
    'x-retry': 'unsafe',
    'x-micro-credits': 2_500_000,
    'x-effect': ['creates own', 'publishes', 'sends to a person', 'spends'],
    'x-effect-when': { publishes: [{ argument: 'note' }] },
    'x-argument-kinds': { ferry: 'recipient', passengers: 'text', note: 'visibility' },
    'x-agent-withheld': true,
    'x-body-cap': 2048,
    'x-provider': 'Ferry office',
  }
}

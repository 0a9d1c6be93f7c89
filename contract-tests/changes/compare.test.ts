import { describe, expect, test } from 'vitest'
import type { Document, Operation, Parameter, Schema } from '../../src/runtime/base/openapi.ts'
import { document as published } from '../document.ts'
import { breakingChanges } from './compare.ts'

const answer = {
  type: 'object',
  properties: { note: { $ref: '#/components/schemas/Note' }, is_new: { type: 'boolean' } },
  required: ['note', 'is_new'],
}

const args = {
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: {
    title: { allOf: [{ type: 'string', minLength: 1 }], maxLength: 200 },
    size: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
    mood: { $ref: '#/components/schemas/Mood' },
    labels: { type: 'array', maxItems: 3, items: { type: 'string', maxLength: 20 } },
    place: {},
  },
}

const add = {
  operationId: 'notes.add',
  parameters: [{ name: 'folder', in: 'query', schema: { type: 'string' } }],
  requestBody: { required: true, content: { 'application/json': { schema: args } } },
  responses: {
    200: { description: 'Saved.', content: { 'application/json': { schema: answer } }, headers: { etag: {} } },
    402: { description: 'Unpaid.' },
  },
  security: [{ Token: [] }, { Session: [] }],
  'x-needs': 'caller',
  'x-kind': 'write',
  'x-retry': 'idempotent',
  'x-micro-credits': 2_000_000,
  'x-effect': ['creates own', 'publishes'],
  'x-effect-when': { publishes: [{ argument: 'size' }] },
  'x-body-cap': 2_000_000,
}

const released = {
  openapi: '3.0.0',
  info: {},
  tags: [],
  paths: { '/api/v1/notes/add': { post: add } },
  components: {
    schemas: {
      Mood: { type: 'string', enum: ['calm', 'glad'] },
      Note: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'string' },
          made: { type: 'string', format: 'date-time' },
          state: { type: 'string', enum: ['open', 'done'] },
          code: { type: 'string', pattern: '^[A-Z]+$', minLength: 2, maxLength: 3 },
          weight: { type: 'number', minimum: 0, maximum: 10, multipleOf: 0.5 },
          replies: { type: 'array', maxItems: 9, uniqueItems: true, items: { $ref: '#/components/schemas/Note' } },
        },
      },
    },
  },
} as unknown as Document

interface Editable {
  document: Document
  operation: Operation
  args: Schema & { properties: Record<string, Schema>; required: string[] }
  answer: Schema & { properties: Record<string, Schema>; required: string[] }
  note: Schema & { properties: Record<string, Schema>; required: string[] }
}

/** The breaking changes reported if the document is changed like this after its release. */
function after(edit: (editable: Editable) => unknown): string[] {
  const document = structuredClone(released)
  const operation = document.paths['/api/v1/notes/add']?.post as Operation
  const schemaOf = (held: Operation['requestBody'] | Operation['responses'][string] | undefined) =>
    held?.content?.['application/json']?.schema as Editable['args']
  edit({
    document,
    operation,
    args: schemaOf(operation.requestBody),
    answer: schemaOf(operation.responses[200]),
    note: document.components.schemas.Note as Editable['note'],
  })
  return breakingChanges(released, document)
}

const inBody = 'notes.add application/json'

test('a document does not break its own clients', () => {
  expect(breakingChanges(published, published)).toEqual([])
})

describe('reported: changes that break clients', () => {
  const cases: [string, (editable: Editable) => unknown, string[]][] = [
    ['operation removed', ({ document }) => (document.paths = {}), ['notes.add: removed']],
    [
      'path changed',
      ({ document, operation }) => (document.paths = { '/api/v2/notes/add': { post: operation } }),
      ['notes.add: was post /api/v1/notes/add, is post /api/v2/notes/add'],
    ],
    [
      'account needed',
      ({ operation }) => (operation['x-needs'] = 'account'),
      ['notes.add: needs was caller, is account'],
    ],
    [
      'not repeatable',
      ({ operation }) => (operation['x-retry'] = 'unsafe'),
      ['notes.add: retry was idempotent, is unsafe'],
    ],
    [
      'higher price',
      ({ operation }) => (operation['x-micro-credits'] = 2_000_001),
      ['notes.add: cost 2000000 micro-credits, costs 2000001'],
    ],
    [
      'free, then a varying price',
      ({ operation }) => {
        delete operation['x-micro-credits']
        operation['x-price'] = 'varies'
      },
      ['notes.add: cost 2000000 micro-credits, costs a varying price'],
    ],
    ['withheld', ({ operation }) => (operation['x-agent-withheld'] = true), ['notes.add: is withheld from the agent']],
    [
      'a new effect',
      ({ operation }) => (operation['x-effect'] = ['creates own', 'publishes', 'destroys']),
      ['notes.add: has the new effect "destroys"'],
    ],
    [
      'an effect of every call that only some had',
      ({ operation }) => delete operation['x-effect-when'],
      ['notes.add: always has the effect "publishes"'],
    ],
    [
      'smaller bodies',
      ({ operation }) => delete operation['x-body-cap'],
      ['notes.add: took bodies of 2000000 bytes, takes 1048576'],
    ],
    ['credential refused', ({ operation }) => operation.security?.pop(), ['notes.add: takes no Session any more']],
    ['argument removed', ({ args }) => delete args.properties.size, [`${inBody}.size: removed`]],
    ['parameter removed', ({ operation }) => operation.parameters?.pop(), ['notes.add query.folder: removed']],
    [
      'new required argument',
      ({ args }) => {
        args.properties.street = { type: 'string' }
        args.required.push('street')
      },
      [`${inBody}.street: new and required`],
    ],
    [
      'new required parameter',
      ({ operation }) =>
        operation.parameters?.push({
          name: 'as',
          in: 'query',
          required: true,
          schema: { type: 'string' },
        } as Parameter),
      ['notes.add query.as: new and required'],
    ],
    ['argument required', ({ args }) => args.required.push('size'), [`${inBody}.size: was optional, is required`]],
    [
      'type of an argument',
      ({ args }) => (args.properties.size = { type: 'string' }),
      [`${inBody}.size: type was integer, is string`],
    ],
    [
      'narrower bounds',
      ({ args }) => Object.assign(args.properties.size as Schema, { minimum: 2, maximum: 9 }),
      [`${inBody}.size: maximum was 10, is 9`, `${inBody}.size: minimum was 1, is 2`],
    ],
    [
      'first bound of a parameter',
      ({ operation }) => Object.assign(operation.parameters?.[0]?.schema as Schema, { maxLength: 50 }),
      ['notes.add query.folder: maxLength was absent, is 50'],
    ],
    [
      'narrower bound beside allOf',
      ({ args }) => Object.assign(args.properties.title as Schema, { maxLength: 100 }),
      [`${inBody}.title: maxLength was 200, is 100`],
    ],
    [
      'bounds where there were none',
      ({ args }) => {
        Object.assign(args.properties.labels as Schema, { minItems: 1 })
        Object.assign(args.properties.place as Schema, { maximum: 5, maxLength: 5 })
      },
      [
        `${inBody}.labels: minItems was absent, is 1`,
        `${inBody}.place: maxLength was absent, is 5`,
        `${inBody}.place: maximum was absent, is 5`,
      ],
    ],
    [
      'no equal items',
      ({ args }) => Object.assign(args.properties.labels as Schema, { uniqueItems: true }),
      [`${inBody}.labels: took equal items, does not`],
    ],
    [
      'multiples only',
      ({ args }) => Object.assign(args.properties.size as Schema, { multipleOf: 2 }),
      [`${inBody}.size: must now be a multiple of 2`],
    ],
    [
      'a list separated by commas',
      ({ operation }) => Object.assign(operation.parameters?.[0] as Parameter, { explode: false }),
      ['notes.add query.folder: style was form, repeated, is form, separated by commas'],
    ],
    [
      'a list in another style',
      ({ operation }) =>
        Object.assign(operation.parameters?.[0] as Parameter, { style: 'spaceDelimited', explode: false }),
      ['notes.add query.folder: style was form, repeated, is spaceDelimited, separated by commas'],
    ],
    ['another server', ({ document }) => (document.servers = [{ url: '/v2' }]), ['servers: / removed']],
    [
      'bound of items',
      ({ args }) => Object.assign(args.properties.labels?.items as Schema, { maxLength: 10, pattern: '^a' }),
      [`${inBody}.labels[]: has the new pattern ^a`, `${inBody}.labels[]: maxLength was 20, is 10`],
    ],
    [
      'value removed',
      ({ document }) => Object.assign(document.components.schemas.Mood as Schema, { enum: ['calm'] }),
      [`${inBody}.mood: value "glad" removed`],
    ],
    [
      'default changed',
      ({ args }) => Object.assign(args.properties.size as Schema, { default: 6 }),
      [`${inBody}.size: default was 5, is 6`],
    ],
    [
      'no JSON any more',
      ({ operation }) => (operation.requestBody = { required: true, content: { 'text/plain': { schema: {} } } }),
      ['notes.add: takes no application/json body any more'],
    ],
    ['success removed', ({ operation }) => delete operation.responses[200], ['notes.add 200: removed']],
    [
      'header removed',
      ({ operation }) => delete operation.responses[200]?.headers,
      ['notes.add 200: header etag removed'],
    ],
    ['field removed', ({ answer }) => delete answer.properties.is_new, ['notes.add 200.is_new: removed']],
    [
      'field not always there',
      ({ answer }) => answer.required.pop(),
      ['notes.add 200.is_new: was always there, may be absent'],
    ],
    [
      'shared field removed from a recursive type, reported once',
      ({ note }) => delete note.properties.id,
      ['answer Note.id: removed'],
    ],
    [
      'value that clients do not know',
      ({ note }) => Object.assign(note.properties.state as Schema, { enum: ['open', 'done', 'lost'] }),
      ['answer Note.state: value "lost" is new'],
    ],
    [
      'format in a response',
      ({ note }) => delete note.properties.made?.format,
      ['answer Note.made: format was date-time, is any'],
    ],
    [
      'pattern in a response',
      ({ note }) => delete note.properties.code?.pattern,
      ['answer Note.code: no longer has the pattern ^[A-Z]+$'],
    ],
    [
      'another pattern in a response',
      ({ note }) => Object.assign(note.properties.code as Schema, { pattern: '^[A-Z0-9]+$' }),
      ['answer Note.code: no longer has the pattern ^[A-Z]+$'],
    ],
    [
      'wider bounds in a response',
      ({ note }) => {
        Object.assign(note.properties.code as Schema, { maxLength: 4, minLength: 1 })
        Object.assign(note.properties.replies as Schema, { maxItems: 10 })
      },
      [
        'answer Note.code: maxLength was 3, is 4',
        'answer Note.code: minLength was 2, is 1',
        'answer Note.replies: maxItems was 9, is 10',
      ],
    ],
    [
      'no bounds in a response any more',
      ({ note }) => {
        note.properties.weight = { type: 'number', multipleOf: 0.5 }
        delete note.properties.replies?.maxItems
      },
      [
        'answer Note.replies: maxItems was 9, is absent',
        'answer Note.weight: maximum was 10, is absent',
        'answer Note.weight: minimum was 0, is absent',
      ],
    ],
    [
      'any number in a response',
      ({ note }) => delete note.properties.weight?.multipleOf,
      ['answer Note.weight: was a multiple of 0.5, may be any number'],
    ],
    [
      'equal items in a response',
      ({ note }) => delete note.properties.replies?.uniqueItems,
      ['answer Note.replies: had no equal items, may have'],
    ],
    [
      'type in a response',
      ({ answer }) => (answer.properties.is_new = { type: 'string' }),
      ['notes.add 200.is_new: type was boolean, is string'],
    ],
  ]
  test.each(cases)('%s', (_name, edit, reported) => {
    expect(after(edit)).toEqual(reported)
  })
})

describe('not reported: changes that break no client', () => {
  const cases: [string, (editable: Editable) => unknown][] = [
    [
      'new operation',
      ({ document, operation }) => (document.paths['/x'] = { get: { ...operation, operationId: 'x.y' } }),
    ],
    ['new optional argument', ({ args }) => (args.properties.street = { type: 'string' })],
    ['argument no longer required', ({ args }) => args.required.pop()],
    ['wider bound', ({ args }) => Object.assign(args.properties.size as Schema, { maximum: 20 })],
    ['no bound', ({ args }) => delete args.properties.labels?.maxItems],
    [
      'bound moved out of allOf',
      ({ args }) => (args.properties.title = { type: 'string', minLength: 1, maxLength: 200 }),
    ],
    ['number for integer', ({ args }) => Object.assign(args.properties.size as Schema, { type: 'number' })],
    [
      'new value',
      ({ document }) => Object.assign(document.components.schemas.Mood as Schema, { enum: ['calm', 'glad', 'shy'] }),
    ],
    [
      'narrower bounds in a response',
      ({ note }) => {
        Object.assign(note.properties.code as Schema, { minLength: 3, maxLength: 3 })
        Object.assign(note.properties.weight as Schema, { minimum: 1, maximum: 9, multipleOf: 1 })
      },
    ],
    ['bounds where a response had none', ({ note }) => Object.assign(note.properties.id as Schema, { maxLength: 9 })],
    [
      'style and explode where they are the default',
      ({ operation }) => Object.assign(operation.parameters?.[0] as Parameter, { explode: true, style: 'form' }),
    ],
    ['another server beside', ({ document }) => (document.servers = [{ url: '/' }, { url: '/v2' }])],
    ['new field in a response', ({ note }) => (note.properties.author = { type: 'string' })],
    [
      'value that does not come any more',
      ({ note }) => Object.assign(note.properties.state as Schema, { enum: ['open'] }),
    ],
    ['lower price', ({ operation }) => delete operation['x-micro-credits']],
    ['another way to call', ({ operation }) => operation.security?.push({ Payment: [] })],
    ['no credential needed', ({ operation }) => delete operation.security],
    ['error that does not come any more', ({ operation }) => delete operation.responses[402]],
  ]
  test.each(cases)('%s', (_name, edit) => {
    expect(after(edit)).toEqual([])
  })
})

import { expect, test } from 'vitest'
import type { Document, Operation, Schema } from '#runtime/base/openapi.ts'
import { foreignTextOf } from './foreign-text.ts'

const text: Schema = { type: 'string' }
const own: Schema = { type: 'string', 'x-own-text': true }
const document = {
  components: {
    schemas: {
      Kind: { type: 'string', enum: ['a', 'b'] },
      Row: { type: 'object', properties: { title: text } },
      Mixed: { type: 'object', properties: { title: text, mine: { type: 'boolean', 'x-own-record': true } } },
      Times: {
        type: 'object',
        properties: { at: { type: 'string', format: 'date-time' }, count: { type: 'integer' } },
      },
      Tree: {
        type: 'object',
        properties: { count: { type: 'integer' }, below: { $ref: '#/components/schemas/Tree' } },
      },
    },
  },
} as unknown as Document
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const list = (name: string): Schema => ({ type: 'array', items: ref(name) })

function labelOf(properties: Record<string, Schema>, required: string[] = [], more: object = {}) {
  const result = { allOf: [{ type: 'object', properties, required }], description: 'The result.' }
  const schema = { type: 'object', properties: { result } }
  return foreignTextOf(document, {
    operationId: 'a.b',
    'x-foreign-text': true,
    responses: { 200: { description: '', content: { 'application/json': { schema }, ...more } } },
  } as Operation)
}

test('an operation without text by others has no label', () => {
  expect(foreignTextOf(document, { operationId: 'a.b', responses: {} })).toBeUndefined()
})

test.each<[string, ReturnType<typeof labelOf>, unknown]>([
  ['a required text is always there', labelOf({ text }, ['text']), true],
  ['so is a required record with a text', labelOf({ row: ref('Row') }, ['row']), true],
  [
    'a list and an optional field may be empty',
    labelOf({ rows: list('Row'), note: text }, ['rows']),
    {
      fields: { rows: true, note: true },
    },
  ],
  [
    'a field with own text counts never',
    labelOf({ rows: list('Row'), text: own }, ['rows', 'text']),
    {
      fields: { rows: true },
    },
  ],
  ['the entries of a list say whose they are', labelOf({ rows: list('Mixed') }), { fields: { rows: 'mine' } }],
  [
    'a record says whose it is',
    labelOf({ text, mine: { type: 'boolean', 'x-own-record': true } }, ['text']),
    {
      own: 'mine',
    },
  ],
  [
    'numbers, enums and times are no texts, at any depth',
    labelOf({ kind: { allOf: [ref('Kind')] }, times: ref('Times'), tree: ref('Tree'), rows: list('Row') }, [
      'kind',
      'times',
      'tree',
    ]),
    { fields: { rows: true } },
  ],
  ['an open object can have any text', labelOf({ any: { type: 'object' } }, ['any']), true],
  ['so can what has no type', labelOf({ any: {} }), { fields: { any: true } }],
  ['a result where every field is own counts wholly', labelOf({ text: own }, ['text']), true],
  ['a stream counts wholly', labelOf({ rows: list('Row') }, [], { 'text/event-stream': {} }), true],
])('%s', (_what, label, expected) => expect(label).toEqual(expected))

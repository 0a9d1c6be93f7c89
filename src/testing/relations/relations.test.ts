import { describe, expect, test } from 'vitest'
import type { Document } from '../../runtime/base/openapi.ts'
import { argumentReader } from './arguments.ts'
import { violation } from './evaluate.ts'
import { parseRelation } from './expression.ts'
import { type Relation, relationChecker } from './relations.ts'

/** A document with one operation, whose result has these relations. */
function documentWith(relations: readonly Relation[], properties: object = {}): Document {
  const schema = { type: 'object', properties, 'x-relations': relations }
  const parameters = [
    { name: 'limit', in: 'query', schema: { type: 'integer', default: 20 } },
    { name: 'offset', in: 'query', schema: { allOf: [{ $ref: '#/components/schemas/Offset' }], default: 0 } },
    { name: 'to', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
    { name: 'exact', in: 'query', schema: { type: 'boolean' } },
    { name: 'max', in: 'query', schema: { type: 'integer' }, 'x-alias-of': 'limit' },
  ]
  const responses = { 200: { description: '', content: { 'application/json': { schema: envelope } } } }
  return {
    openapi: '3.0.0',
    info: {},
    tags: [],
    paths: { '/list': { get: { operationId: 'list', parameters, responses } } },
    components: { schemas: { Result: schema, Offset: { type: 'integer' } } },
  } as unknown as Document
}
const envelope = { type: 'object', properties: { result: { allOf: [{ $ref: '#/components/schemas/Result' }] } } }

/** The faults of a result. */
function faults(relations: readonly Relation[], result: unknown, args: Record<string, unknown> = {}, properties = {}) {
  return relationChecker(documentWith(relations, properties))('list', args, { result })
}

const holds = (source: string, value: unknown, args: Record<string, unknown> = {}): boolean =>
  parseRelation(source).every((comparison) => violation(comparison, { value, args }) === undefined)

describe('a comparison', () => {
  test.each<[string, unknown, unknown]>([
    [
      'created <= updated',
      { created: '2026-11-21T09:00:00Z', updated: '2026-11-21T10:30:00+01:00' },
      { created: '2026-11-21T09:00:01Z', updated: '2026-11-21T09:00:00Z' },
    ],
    ['total >= offset + count(items)', { total: 3, offset: 1, items: [1, 2] }, { total: 2, offset: 1, items: [1, 2] }],
    ['feet = metres * 3.28084 within 1', { feet: 4367, metres: 1331 }, { feet: 4369, metres: 1331 }],
    [
      'arrive = depart + duration_s',
      { arrive: '2026-11-21T09:00:30Z', depart: '2026-11-21T09:00:00Z', duration_s: 30 },
      { arrive: '2026-11-21T09:01:30Z', depart: '2026-11-21T09:00:00Z', duration_s: 30 },
    ],
    ["kind != 'direct'", { kind: 'group' }, { kind: 'direct' }],
    ['(a - b) / 2 < 1', { a: 3, b: 2 }, { a: 4, b: 2 }],
    [
      'tags contains items.tag',
      { tags: ['a', 'b'], items: [{ tag: 'a' }] },
      { tags: ['a'], items: [{ tag: 'a' }, { tag: 'b' }] },
    ],
    [
      'used = sum(items.size)',
      { used: 3, items: [{ size: 1 }, { size: 2 }] },
      { used: 4, items: [{ size: 1 }, { size: 2 }] },
    ],
    [
      'metres = distance_km(lat, lon, 0, 0) * 1000 within 1',
      { metres: 110_574, lat: 1, lon: 0 },
      { metres: 110_576, lat: 1, lon: 0 },
    ],
    [
      'local = clock(at, zone)',
      { local: '10:30', at: '2026-11-21T09:30:00Z', zone: 'Europe/Paris' },
      { local: '09:30', at: '2026-11-21T09:30:00Z', zone: 'Europe/Paris' },
    ],
  ])('%s', (source, right, wrong) => {
    expect([holds(source, right), holds(source, wrong)]).toEqual([true, false])
  })

  test('is made for every entry of a list, and with the right one of an inner list', () => {
    const value = {
      items: [
        { max: 2, parts: [{ size: 1 }, { size: 2 }] },
        { max: 1, parts: [{ size: 1 }] },
      ],
    }
    expect(holds('items.parts.size <= items.max', value)).toBe(true)
    expect(holds('items.parts.size < items.max', value)).toBe(false)
  })

  test('with an absent value holds, and so does one whose condition does not hold', () => {
    expect(holds('a = b', { a: 1 })).toBe(true)
    expect(holds('a = 2 if b = 1', { a: 1 })).toBe(true)
    expect(holds('a = 2 if b = 1 and absent(c) = true', { a: 1, b: 1, c: 0 })).toBe(true)
    expect(holds('a = 2 if b = 1 and absent(c) = true', { a: 1, b: 1 })).toBe(false)
  })

  test('of texts ignores what servers remove: whitespace and invisible characters', () => {
    expect(holds('title = args.title', { title: 'Der Reiher' }, { title: ' Der\n\u202eReiher ' })).toBe(true)
    expect(holds('title = args.title', { title: 'Der Reiher' }, { title: 'Die Reiher' })).toBe(false)
  })

  test('finds numbers in a text in any rounding, with separators, and spelt', () => {
    const text = 'One place within 1,000 m, 2.5 km away, at 1.1523 US dollars.'
    expect(holds('text says a, b, c, d', { text, a: 1, b: 1000, c: 2.46, d: 1.15229941 })).toBe(true)
    expect(holds('text says a', { text, a: 2 })).toBe(false)
    expect(holds('text says a', { text, a: 1001 })).toBe(false)
  })

  test.each(['a', 'a <', 'a < b c', 'a = "b"', 'a = (b', 'a if b = 1', 'a = b and c = d'])(
    'that is not one is rejected: %s',
    (source) => {
      expect(() => parseRelation(source)).toThrow(/relation|comparison/)
    },
  )
})

describe('a list', () => {
  const items = (...values: unknown[]) => ({ items: values.map((at) => ({ at })) })

  test('is sorted by its fields, one after the other', () => {
    const sorted = [{ sorted: 'items.at desc' }]
    expect(faults(sorted, items('2026-11-22', '2026-11-22', '2026-11-21'))).toEqual([])
    expect(faults(sorted, items('2026-11-21', '2026-11-22'))).toEqual([expect.stringContaining('not sorted')])
    const maybe = [{ sorted: 'items.at desc if absent(args.near) = true' }]
    expect(faults(maybe, items(1, 2))).toHaveLength(1)
    expect(faults(maybe, items(1, 2), { near: 'Ghent' })).toEqual([])
    const two = [{ sorted: 'items.unread desc, items.at asc' }]
    const entry = (unread: boolean, at: number) => ({ unread, at })
    expect(faults(two, { items: [entry(true, 9), entry(false, 1), entry(false, 2)] })).toEqual([])
    expect(faults(two, { items: [entry(true, 9), entry(false, 2), entry(false, 1)] })).toHaveLength(1)
  })

  test('has no entry twice', () => {
    expect(faults([{ distinct: 'items.at' }], items(1, 2))).toEqual([])
    expect(faults([{ distinct: 'items.at' }], items(1, 2, 1))).toEqual([
      expect.stringContaining('two of items.at are 1'),
    ])
  })

  test.each<[string, object, object]>([
    ['total is below what is there', { items: [1, 2], total: 1, offset: 0 }, {}],
    ['the last page does not reach the total', { items: [1], total: 3, offset: 0 }, {}],
    ['more follows than the total', { items: [1], total: 1, offset: 0, next_offset: 1 }, {}],
    ['the next page begins elsewhere', { items: [1], total: 3, offset: 0, next_offset: 2 }, {}],
    ['it is longer than the limit', { items: [1, 2], total: 2, offset: 0 }, { limit: 1 }],
    ['another page was requested', { items: [2], total: 2, offset: 1 }, { offset: 0 }],
    ['a page follows an empty one', { items: [], next_cursor: 'x' }, {}],
    ['it was cut without having anything', { items: [], is_truncated: true }, {}],
    ['it was not cut, but there is more', { items: [1], total: 2, is_truncated: false }, {}],
    ['it is shorter than it may be, but there is more', { items: [1], total: 2 }, { limit: 2 }],
  ])('disagrees with its counts if %s', (_, result, args) => {
    expect(faults([{ counted: 'items' }], result, args as never)).toHaveLength(1)
  })

  test.each<[string, object, object]>([
    ['on a page', { items: [1], total: 3, offset: 1, next_offset: 2 }, { offset: 1, limit: 1 }],
    ['past its end', { items: [], total: 3, offset: 9 }, { offset: 9 }],
    ['with a lower bound as total', { items: [1], total: 1, is_total_at_least: true, offset: 0, next_offset: 1 }, {}],
    ['by cursor', { items: [1], total: 9, next_cursor: 'x' }, { cursor: 'w' }],
    ['as long as it may be', { items: [1], total: 9 }, { limit: 1 }],
    ['without entries', { total: 9, offset: 0 }, {}],
  ])('agrees with its counts %s', (_, result, args) => {
    expect(faults([{ counted: 'items' }], result, args as never)).toEqual([])
  })

  test('may end below its total at the maximum of the document', () => {
    const limited = { items: { type: 'array', maxItems: 2, items: {} } }
    expect(faults([{ counted: 'items' }], { items: [1, 2], total: 9 }, {}, limited)).toEqual([])
    expect(faults([{ counted: 'items' }], { items: [1], total: 9 }, {}, limited)).toHaveLength(1)
  })
})

test('a text is not empty unless the document allows it, and a past time is not in the future', () => {
  const text = { type: 'string' }
  const properties = { a: text, b: { ...text, minLength: 0 }, c: { ...text, enum: ['', 'x'] }, at: { 'x-past': true } }
  expect(faults([], { a: '', b: '', c: '' }, {}, properties)).toEqual(['/result/a: is empty'])
  const at = '2026-11-21T09:30:00.001Z'
  expect(faults([], { at }, { now: '2026-11-21T09:30:00.001Z' }, properties)).toEqual([])
  expect(faults([], { at }, { now: '2026-11-21T09:30:00.000Z' }, properties)).toHaveLength(1)
})

test('a time before 1900 is a fault anywhere', () => {
  const properties = {
    at: { type: 'string', format: 'date-time' },
    days: { type: 'array', items: { type: 'string', format: 'date' } },
  }
  expect(faults([], { at: '0001-01-01T00:00:00Z', days: ['1899-12-31', '1900-01-01'] }, {}, properties)).toEqual([
    '/result/at: the year of 0001-01-01T00:00:00Z is not plausible',
    '/result/days/0: the year of 1899-12-31 is not plausible',
  ])
})

test('arguments are read with their types and defaults, under their main names', () => {
  const read = argumentReader(documentWith([]))
  expect(read('list', { path: '/list?offset=5&to=a&to=b&exact=false' })).toEqual({
    ...{ limit: 20, offset: 5, to: ['a', 'b'], exact: false },
  })
  expect(read('list', { path: '/list?max=5' })).toEqual({ limit: 5, offset: 0 })
  expect(read('list', { path: '/list', body: '{"limit":3}' })).toEqual({ limit: 3, offset: 0 })
  expect(read('list', { path: '/list', body: 'not JSON' })).toEqual({ limit: 20, offset: 0 })
})

import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../tools/codegen/sample-document.ts'
import { operationsOf, resolve, type Schema, walkSchema } from './openapi.ts'

test('operationsOf returns every operation with its path and verb, in the order of the document', () => {
  expect(
    operationsOf(sampleDocument()).map(({ path, verb, operation }) => [path, verb, operation.operationId]),
  ).toEqual([
    ['/api/v1/ferries/find', 'get', 'ferries.find'],
    ['/api/v1/ferries/book', 'post', 'ferries.book'],
    ['/health/live', 'get', 'doors.live'],
  ])
})

describe('resolve', () => {
  test('follows references to their end, even through names with slashes', () => {
    const document = sampleDocument()
    document.components.schemas['a/b~c'] = { $ref: '#/components/schemas/Line' }
    expect(resolve(document, { $ref: '#/components/schemas/a~1b~0c' })).toBe(document.components.schemas.Line)
  })

  test('names a reference without a target', () => {
    expect(() => resolve(sampleDocument(), { $ref: '#/components/schemas/Ghost' })).toThrow(
      'The document refers to #/components/schemas/Ghost, which does not exist',
    )
  })
})

test('walkSchema visits every schema once, even one that contains itself', () => {
  const document = sampleDocument()
  const tree: Schema = {
    type: 'object',
    properties: {
      children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
      line: { $ref: '#/components/schemas/Line' },
    },
    additionalProperties: { anyOf: [{ type: 'string' }, { allOf: [{ oneOf: [{ type: 'number' }] }] }] },
  }
  document.components.schemas.Tree = tree
  const seen: Schema[] = []
  walkSchema(document, { $ref: '#/components/schemas/Tree' }, (schema) => seen.push(schema))
  expect(seen).toHaveLength(new Set(seen).size)
  expect(seen.map(({ type }) => type).filter(Boolean)).toEqual(['object', 'array', 'string', 'string', 'number'])
})

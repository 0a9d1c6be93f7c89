import { describe, expect, test } from 'vitest'
import type { Document, Schema } from '../../src/runtime/base/openapi.ts'
import { changesBetween, deprecatedIn } from './additions.ts'

const text = { type: 'string' }

/** A document with `notes.add`, which has these arguments, and `notes.list`. */
function documentWith(body: Record<string, Schema>, query: readonly object[] = [], marks: object = {}): Document {
  const responses = { 200: { description: 'Done.' } }
  const schema = { allOf: [{ $ref: '#/components/schemas/Args' }], properties: body }
  return {
    openapi: '3.0.0',
    info: {},
    tags: [],
    paths: {
      '/notes/add': {
        post: { operationId: 'notes.add', requestBody: { content: { 'application/json': { schema } } }, responses },
      },
      '/notes/list': { get: { operationId: 'notes.list', parameters: query as never, responses, ...marks } },
    },
    components: { schemas: { Args: { type: 'object', properties: { title: text } } } },
  }
}

const limit = { name: 'limit', in: 'query', schema: text }

describe('what was added', () => {
  test('lists new methods with their summaries, and not their other forms', () => {
    const now = documentWith({})
    const count = { operationId: 'notes.count', summary: 'Count notes', responses: {} }
    now.paths['/notes/count'] = {
      get: count,
      post: { ...count, operationId: 'notes.count_body', 'x-form-of': 'notes.count' },
    }
    const { methods, arguments: added } = changesBetween(documentWith({}), now, new Map())
    expect(methods).toEqual([{ id: 'notes.count', summary: 'Count notes' }])
    expect(added).toEqual([])
  })

  test('lists new arguments of known methods, from the address and the body, and no header', () => {
    const header = { name: 'Idempotency-Key', in: 'header', schema: text }
    const now = documentWith({ mood: { ...text, description: 'How it feels.' } }, [
      limit,
      { ...limit, name: 'since', description: 'From when.' },
      header,
    ])
    expect(changesBetween(documentWith({}, [limit]), now, new Map()).arguments).toEqual([
      { method: 'notes.add', name: 'mood', description: 'How it feels.' },
      { method: 'notes.list', name: 'since', description: 'From when.' },
    ])
    expect(changesBetween(now, documentWith({}, [limit]), new Map()).arguments).toEqual([])
  })

  test('has the accepted changes with their reasons', () => {
    const accepted = new Map([['notes.add: removed', 'Nobody used it.']])
    expect(changesBetween(documentWith({}), documentWith({}), accepted).breaking).toEqual([
      { change: 'notes.add: removed', reason: 'Nobody used it.' },
    ])
  })
})

test('what is deprecated: methods, and arguments of methods that are not', () => {
  const marks = { 'x-deprecated': '2026-12-01', 'x-sunset': '2027-06-30' }
  const dates = { since: '2026-12-01', end: '2027-06-30' }
  const both = documentWith({ mood: { ...text, ...marks, 'x-instead': 'title' } }, [{ ...limit, ...marks }], marks)
  expect(deprecatedIn(both)).toEqual([
    { method: 'notes.add', argument: 'mood', ...dates, instead: 'title' },
    { method: 'notes.list', ...dates },
  ])
  expect(deprecatedIn(documentWith({}, [{ ...limit, ...marks }]))).toEqual([
    { method: 'notes.list', argument: 'limit', ...dates },
  ])
  expect(deprecatedIn(documentWith({}))).toEqual([])
})

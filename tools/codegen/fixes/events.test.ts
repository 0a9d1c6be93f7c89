import { expect, test } from 'vitest'
import type { Document, Schema } from '#runtime/base/openapi.ts'
import { sampleDocument } from '../sample-document.ts'
import { completeEvents } from './events.ts'

/** The sample, whose `ferries.find` streams events as the emitter writes them. */
function streaming(names: readonly string[], more: object = {}): { document: Document; itemSchema: () => Schema } {
  const document = sampleDocument()
  const find = document.paths['/api/v1/ferries/find']?.get
  const oneOf = names.map((name) => ({ properties: { data: { contentMediaType: 'x' }, event: { const: name } } }))
  const properties = { event: { type: 'string' }, data: { type: 'string' } }
  const content = { 'text/event-stream': { itemSchema: { type: 'object', properties, required: ['event'], oneOf } } }
  Object.assign(find ?? {}, { responses: { 200: { description: 'Events.', content } }, ...more })
  completeEvents(document)
  return { document, itemSchema: () => content['text/event-stream'].itemSchema }
}

const kindOf = (name: string) => ({
  type: 'object',
  properties: { data: { contentMediaType: 'x' }, event: { const: name } },
  required: ['event', 'data'],
})

test('an event is of exactly one kind: each requires its name and data', () => {
  expect(streaming(['left', 'arrived']).itemSchema()).toEqual({
    type: 'object',
    properties: { event: { type: 'string' }, data: { type: 'string' } },
    required: ['event'],
    oneOf: [kindOf('left'), kindOf('arrived')],
  })
})

test('a single kind is no choice', () => {
  expect(streaming(['left']).itemSchema()).toEqual(kindOf('left'))
})

test('a stream that can be continued has the fields for it; others do not', () => {
  const parameters = [{ name: 'Last-Event-ID', in: 'header', schema: { type: 'string' } }]
  expect(Object.keys(streaming(['a', 'b'], { parameters }).itemSchema().properties ?? {})).toEqual([
    'event',
    'data',
    'id',
    'retry',
  ])
  expect(Object.keys(streaming(['a', 'b']).itemSchema().properties ?? {})).toEqual(['event', 'data'])
})

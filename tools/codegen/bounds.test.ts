import { describe, expect, test } from 'vitest'
import type { Document, Schema } from '#runtime/base/openapi.ts'
import { argumentBounds, boundsOf, largestJsonBytes } from './bounds.ts'
import { fixDocument } from './fixes/fixes.ts'
import { operationFacts } from './operations.ts'
import { sampleDocument } from './sample-document.ts'

const line: Schema = { type: 'string', maxLength: 10 }
const document = { ...sampleDocument(), components: { schemas: { Line: line } } } as Document
const lineReference: Schema = { $ref: '#/components/schemas/Line' }
const sealed = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
})

describe('bounds', () => {
  test.each<[string, Schema, object]>([
    ['a text', line, { text: 10 }],
    ['what a reference says', lineReference, { text: 10 }],
    ['what a schema says beside the one it extends', { allOf: [lineReference], maxLength: 5 }, { text: 5 }],
    ['a list and its entries', { type: 'array', maxItems: 3, items: lineReference }, { items: 3, each: { text: 10 } }],
    ['a list of what is not bounded', { type: 'array', maxItems: 3, items: { type: 'boolean' } }, { items: 3 }],
    [
      'a sealed object by member',
      sealed({ name: line, isNew: { type: 'boolean' } }),
      { of: { name: { text: 10 }, isNew: {} } },
    ],
    ['no open object', { type: 'object', properties: { name: line } }, {}],
    ['no alternatives', { oneOf: [line, { type: 'number' }] }, {}],
  ])('of %s', (_, schema, expected) => {
    expect(boundsOf(document, schema)).toEqual(expected)
  })

  test('are written for the address of every operation and for every body', async () => {
    const code = argumentBounds(fixDocument(sampleDocument())).replaceAll(/^import .*$|: Readonly<.*?>>/gm, '')
    const { queryBounds, bodyBounds } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    expect(queryBounds).toEqual({
      'ferries.find': { of: { from: { text: 200 }, limit: {}, direct: {}, via: {} } },
      'ferries.book': { of: {} },
    })
    expect(Object.keys(bodyBounds)).toEqual(['ferries.book'])
  })
})

describe('the largest body', () => {
  test('has room for every character escaped, and for a layout', () => {
    const schema = sealed({
      name: lineReference,
      tags: { type: 'array', maxItems: 3, items: line },
      day: { enum: ['now', 'then'] },
    })
    const largest = { name: '🌳'.repeat(10), tags: Array(3).fill('🌳'.repeat(10)), day: 'then' }
    const escaped = JSON.stringify(largest, undefined, 4).replaceAll(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
    )
    expect(largestJsonBytes(document, schema)).toBeGreaterThanOrEqual(escaped.length)
    expect(largestJsonBytes(document, schema)).toBeLessThan(2 * escaped.length)
  })

  test.each<[string, Schema]>([
    ['a text', { type: 'string' }],
    ['a list', { type: 'array', items: line }],
    ['an object', { type: 'object' }],
    ['a part of it', sealed({ notes: { type: 'array', maxItems: 3, items: { type: 'string' } } })],
    ['one alternative', { anyOf: [line, { type: 'string' }] }],
  ])('is infinite where %s is not bounded', (_, schema) => {
    expect(largestJsonBytes(document, schema)).toBe(Number.POSITIVE_INFINITY)
  })

  test('is the cap of a method that states none: at least 16 KiB, and 1 MiB where it would be over 2 MiB', () => {
    const capFor = (schema: Schema) => {
      const sample = sampleDocument()
      const operation = sample.paths['/api/v1/ferries/book']?.post
      if (!operation) throw new Error('The sample books no ferries')
      delete operation['x-body-cap']
      operation.requestBody = { content: { 'application/json': { schema } } }
      return operationFacts(sample)[1]?.bodyCapBytes
    }
    expect(capFor(sealed({ name: line }))).toBe(16 * 1024)
    expect(capFor(sealed({ name: { type: 'string', maxLength: 10_000 } }))).toBe(118 * 1024)
    expect(capFor(sealed({ name: { type: 'string', maxLength: 1_000_000 } }))).toBe(1024 * 1024)
    expect(capFor({ type: 'object' })).toBe(1024 * 1024)
  })
})

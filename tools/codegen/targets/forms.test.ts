import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Document, Schema } from '#runtime/base/openapi.ts'
import type { Form } from '../../../src/doors/pages/reference/form-table.ts'
import { operationFacts } from '../operations.ts'
import { formFiles } from './forms.ts'

const document = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../generated/openapi.json'), 'utf8'),
) as Document

function formsOf(given: Document): ReadonlyMap<string, Form> {
  const tables = [...formFiles(given).values()].map((text) => JSON.parse(text) as Record<string, Form>)
  return new Map(tables.flatMap((table) => Object.entries(table)))
}

/** The kind and the rules of an argument with this schema. */
function fieldFor(schema: Schema) {
  const changed = structuredClone(document)
  const args = changed.paths['/api/v1/notes/delete']?.post?.requestBody?.content['application/json']
  if (args) args.schema = { type: 'object', properties: { value: schema } }
  const [field] = formsOf(changed).get('notes.delete')?.fields ?? []
  return field
}

test('every operation has a form with its arguments except aliases; a second form has none', () => {
  const forms = formsOf(document)
  const operations = operationFacts(document).filter(({ formOf }) => formOf === undefined)
  expect([...forms.keys()].sort()).toEqual(operations.map(({ id }) => id).sort())
  const aliased = operations.filter(({ aliases }) => aliases !== undefined)
  expect(aliased.length).toBeGreaterThan(0)
  for (const { id, aliases = {} } of aliased) {
    const names = forms.get(id)?.fields.map(({ name }) => name) ?? []
    for (const [alias, main] of Object.entries(aliases)) {
      expect([id, alias, names.includes(alias), names.includes(main)]).toEqual([id, alias, false, true])
    }
  }
})

test.each([
  ['text', { type: 'string', maxLength: 300 }],
  ['long text', { type: 'string', maxLength: 301 }],
  ['whole number', { type: 'integer' }],
  ['yes or no', { type: 'boolean' }],
  ['choice', { type: 'string', enum: ['a'] }],
  ['date-time', { type: 'string', format: 'date-time' }],
  ['list of text', { type: 'array', items: { type: 'string' } }],
  ['list of objects', { type: 'array', items: { type: 'object' } }],
  ['bytes', { type: 'string', 'x-bytes': {} }],
])('an argument is a field of the kind %s for %j', (kind, schema) => {
  expect(fieldFor(schema)?.kind).toBe(kind)
})

test("a rule has the server's message; an argument that no field can hold fails the build", () => {
  const field = fieldFor({ type: 'integer', minimum: 2 })
  expect(field?.rules).toEqual([
    { keyword: 'type', limit: 'integer', message: 'must be a whole number' },
    { keyword: 'minimum', limit: 2, message: 'must be at least 2' },
  ])
  expect(() => fieldFor({ anyOf: [{ type: 'string' }, { type: 'integer' }] })).toThrow('value of notes.delete')
})

test('an optional text or list may be empty only if its rules allow that', () => {
  const mayBeEmpty = (schema: Schema) => fieldFor(schema)?.mayBeEmpty === true
  expect(mayBeEmpty({ type: 'string', maxLength: 9 })).toBe(true)
  expect(mayBeEmpty({ type: 'array', items: { type: 'string' } })).toBe(true)
  for (const rule of [
    { minLength: 1 },
    { pattern: '\\S', 'x-pattern-message': 'must not be blank' },
    { format: 'uri' },
  ]) {
    expect([rule, mayBeEmpty({ type: 'string', ...rule })]).toEqual([rule, false])
  }
})

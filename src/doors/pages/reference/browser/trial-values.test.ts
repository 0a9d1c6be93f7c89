import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Form, FormField } from '../form-table.ts'
import { readField, requestOf } from './trial-values.js'

const folder = join(import.meta.dirname, '../../../../../generated/docs/forms')
const forms = readdirSync(folder).flatMap(
  (file) => Object.values(JSON.parse(readFileSync(join(folder, file), 'utf8'))) as Form[],
)

/** An example as the page writes it into its field. */
function typed({ kind, example }: FormField): string {
  if (example === undefined) return ''
  if (kind === 'list of text') return (example as string[]).join('\n')
  return typeof example === 'object' ? JSON.stringify(example) : String(example)
}

test('the documented example of every method keeps the rules of its form, and is read back as it is', () => {
  const read = forms.flatMap(({ id, fields }) =>
    fields.map((field) => ({
      id,
      name: field.name,
      ...readField(field, typed(field), field.example === ''),
      example: field.example,
    })),
  )
  expect(read.filter(({ value, example }) => JSON.stringify(value) !== JSON.stringify(example))).toEqual([])
  expect(forms.length).toBeGreaterThan(140)
  expect(read.filter(({ example }) => example !== undefined).length).toBeGreaterThan(200)
})

test('the call of every example has no gap in its address, and a body only where the method takes one', () => {
  for (const form of forms) {
    const args = Object.fromEntries(form.fields.map(({ name, example }) => [name, example]))
    const { url, body } = requestOf(form, args)
    expect(url, form.id).toMatch(/^\/[^{}]*$/)
    expect([form.id, body !== undefined]).toEqual([form.id, form.hasBody])
  }
})

describe('a field', () => {
  const field = (kind: FormField['kind'], more: Partial<FormField> = {}): FormField => {
    return { name: 'x', kind, place: 'body', description: '', rules: [], ...more }
  }
  const rule = (keyword: string, limit: unknown) => [{ keyword, limit, message: keyword }]

  test.each([
    ['minLength', 2, 'a'],
    ['maxLength', 2, '😀😀😀'],
    ['pattern', '^[a-z]+$', 'A'],
    ['format', 'date-time', '2026-11-21T09:30:00'],
    ['format', 'date', '21 November'],
  ])('with the rule %s %j rejects %j', (keyword, limit, text) => {
    expect(readField(field('text', { rules: rule(keyword, limit) }), text)).toEqual({ fault: keyword })
  })

  test.each([
    ['minimum', 2, '1'],
    ['maximum', 2, '2.5'],
    ['type', 'integer', '2.5'],
    ['type', 'number', 'NaN'],
  ])('for a number with the rule %s %j rejects %s', (keyword, limit, text) => {
    expect(readField(field('number', { rules: rule(keyword, limit) }), text)).toEqual({ fault: keyword })
  })

  test('counts characters as code points', () => {
    expect(readField(field('text', { rules: rule('maxLength', 2) }), '😀😀')).toEqual({ value: '😀😀' })
  })

  test('of a list has one entry a line, each with the rules of entries', () => {
    const list = field('list of text', { rules: rule('maxItems', 2), entryRules: rule('maxLength', 1) })
    expect(readField(list, 'a\n\nb\n')).toEqual({ value: ['a', 'b'] })
    expect(readField(list, 'a\nbc')).toEqual({ fault: 'entry 2 maxLength' })
    expect(readField(list, 'a\nb\nc')).toEqual({ fault: 'maxItems' })
  })

  test('that is empty is sent only if it may be empty, and is required or ticked', () => {
    expect(readField(field('text', { mayBeEmpty: true }), '')).toEqual({})
    expect(readField(field('text', { mayBeEmpty: true }), '', true)).toEqual({ value: '' })
    expect(readField(field('list of text', { mayBeEmpty: true }), '', true)).toEqual({ value: [] })
    expect(readField(field('text', { isRequired: true, rules: rule('minLength', 1) }), '')).toEqual({
      fault: 'is required',
    })
    expect(readField(field('text', { isRequired: true, mayBeEmpty: true }), '')).toEqual({ value: '' })
    expect(readField(field('choice', { choices: ['', 'a'] }), '""')).toEqual({ value: '' })
  })

  test('for an object rejects what is not JSON', () => {
    const object = field('object', { rules: rule('type', 'object') })
    expect(readField(object, '{"a":1}')).toEqual({ value: { a: 1 } })
    expect(readField(object, '[1]')).toEqual({ fault: 'type' })
    expect(readField(object, '{').fault).toMatch(/^is not JSON: /)
  })
})

test('a request repeats the name of a list in the query, and encodes what is in the path', () => {
  const at = (name: string, place: FormField['place']) => ({ name, place })
  const fields = [at('name', 'path'), at('to', 'query'), at('note', 'body')]
  const form = { verb: 'POST', path: '/a/{name}', hasBody: true, fields }
  expect(requestOf(form, { name: 'b/c d', to: ['x', 'y&z'], note: { text: 'ü' } })).toEqual({
    verb: 'POST',
    url: '/a/b%2Fc%20d?to=x&to=y%26z',
    body: '{"note":{"text":"ü"}}',
  })
})

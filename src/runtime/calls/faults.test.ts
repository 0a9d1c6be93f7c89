import { Ajv, type AnySchema } from 'ajv'
import addFormats from 'ajv-formats'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApiError } from '../base/errors.ts'
import { invalidArguments } from './faults.ts'

/** The error for a body (or a query) that breaks this schema. */
function refused(
  schema: AnySchema,
  value: unknown,
  where: 'requestBody' | 'query' = 'requestBody',
  id = 'notes.add',
  hasBody = true,
): ApiError {
  const ajv = new Ajv({ strict: false, allErrors: true, strictNumbers: true, unicodeRegExp: true })
  addFormats.default(ajv)
  const values = { [where]: value }
  const validate = ajv.compile({ type: 'object', properties: { [where]: schema } })
  if (validate(values)) throw new Error('The schema allows the value')
  return invalidArguments(validate.errors ?? [], values, { id, hasBody })
}

const holding = (property: AnySchema) => ({ type: 'object', properties: { x: property }, additionalProperties: false })

/** Allows all members of a body but the last. */
const closedBut = (body: object): AnySchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.keys(body)
      .slice(0, -1)
      .map((name) => [name, {}]),
  ),
  additionalProperties: false,
})

describe('each rule has its own sentence, which says what would be valid', () => {
  test.each<[string, AnySchema, unknown, string]>([
    ['type string', { type: 'string' }, 7, 'x must be text'],
    ['type number', { type: 'number' }, 'seven', 'x must be a number'],
    ['type integer', { type: 'integer' }, 1.5, 'x must be a whole number'],
    ['type boolean', { type: 'boolean' }, 'yes', 'x must be true or false'],
    ['type array', { type: 'array' }, 'a', 'x must be a list'],
    ['type object', { type: 'object' }, 'a', 'x must be an object'],
    ['null', { type: 'string' }, null, 'x must be text'],
    ['an infinite number', { type: 'number' }, Number.POSITIVE_INFINITY, 'x must be a number'],
    ['a list for a text', { type: 'string' }, ['a'], 'x must be text, not a list'],
    ['enum', { enum: ['todo', 'done'] }, 'gone', 'x must be one of todo, done'],
    ['enum with one value', { enum: ['base64'] }, 'text', 'x must be base64'],
    ['enum with the empty text', { enum: ['', 'post'] }, 'gone', 'x must be one of "" (empty), post'],
    ['minimum', { type: 'number', minimum: 1 }, 0, 'x must be at least 1'],
    ['maximum', { type: 'number', maximum: 100 }, 101, 'x must be at most 100'],
    ['exclusiveMinimum', { type: 'number', exclusiveMinimum: 0 }, 0, 'x must be more than 0'],
    ['exclusiveMaximum', { type: 'number', exclusiveMaximum: 9 }, 9, 'x must be less than 9'],
    ['minLength 1', { type: 'string', minLength: 1 }, '', 'x must not be empty'],
    ['minLength', { type: 'string', minLength: 50 }, 'short', 'x must have at least 50 characters'],
    ['maxLength', { type: 'string', maxLength: 3 }, 'long', 'x must have at most 3 characters'],
    ['minItems', { type: 'array', minItems: 1 }, [], 'x must have at least 1 entry'],
    ['maxItems', { type: 'array', maxItems: 2 }, [1, 2, 3], 'x must have at most 2 entries'],
    ['uniqueItems', { type: 'array', uniqueItems: true }, [1, 1], 'x must not contain the same entry twice'],
    ['blank', { type: 'string', pattern: '\\S' }, ' ', 'x must not be blank'],
    ['empty and blank at once', { type: 'string', minLength: 1, pattern: '\\S' }, '', 'x must not be empty'],
    ['pattern', { type: 'string', pattern: '^[0-9]{6,14}$' }, 'a', 'x must be 6 to 14 digits'],
    ['pattern of no argument', { type: 'string', pattern: '^\\d+$' }, 'a', 'x must have the form ^\\d+$'],
    [
      'date-time',
      { type: 'string', format: 'date-time' },
      'noon',
      'x must be an RFC 3339 time with an offset, such as 2026-11-21T09:30:00Z',
    ],
    ['date', { type: 'string', format: 'date' }, '2026-02-30', 'x must be a day such as 2026-11-21'],
    [
      'uri',
      { type: 'string', format: 'uri' },
      'page',
      'x must be an absolute address such as https://example.org/page',
    ],
    ['email', { type: 'string', format: 'email' }, 'ann', 'x must be an email address'],
    ['int32', { type: 'integer', format: 'int32' }, 2 ** 31, 'x must be a whole number below 2,147,483,648'],
    ['a format without its own sentence', { type: 'string', format: 'ipv4' }, 'a', 'x must be of the format ipv4'],
  ])('%s', (_, property, value, sentence) => {
    const error = refused(holding(property), { x: value })
    expect(error).toMatchObject({ code: 'invalid_argument', status: 400, message: `${sentence}.` })
    expect(error.details).toEqual([{ path: 'x', message: sentence.slice(2) }])
  })

  test('a missing argument', () => {
    expect(refused({ type: 'object', required: ['title'] }, {}).message).toBe('title is required.')
  })

  test('an unknown argument', () => {
    expect(refused(holding({}), { colour: 'red' }).message).toBe('colour is not an argument of notes.add.')
  })

  test.each([
    ['contacts.add', { Email: 'x' }, 'email'],
    ['contacts.add', { emial: 'x' }, 'email'],
    ['chat.send', { room: 'x', text: 'x' }, 'message'],
    ['notes.add', { title: 'x', content: 'x' }, 'text'],
    ['url.create', { destination_url: 'x' }, 'destinationURL'],
  ])('an unknown argument of %s that resembles a known one: %o', (id, body, meant) => {
    const unknown = Object.keys(body).at(-1)
    expect(refused(closedBut(body), body, 'requestBody', id).message).toBe(
      `${unknown} is not an argument of ${id} (did you mean ${meant}?).`,
    )
  })

  test('an alias is never suggested, but its main name', () => {
    const known = { id: 'places.nearby', hasBody: false, aliases: { radius: 'radius_m' } }
    const error = { instancePath: '/query', schemaPath: '', keyword: 'additionalProperties' }
    const suggestion = (name: string, ...given: string[]) =>
      invalidArguments(
        [{ ...error, params: { additionalProperty: name } }],
        { query: Object.fromEntries([...given, name].map((each) => [each, 1])) },
        known,
      ).message
    expect(suggestion('Radius')).toMatch(/\(did you mean radius_m\?\)\.$/)
    expect(suggestion('radius_km')).toMatch(/\(did you mean radius_m\?\)\.$/)
    expect(suggestion('within_km', 'radius')).toMatch(/^within_km is not an argument of places\.nearby\.$/)
  })

  test('an unknown argument of a query that resembles a known one', () => {
    expect(refused(holding({}), { query: 'x' }, 'query', 'text.translate', false).message).toBe(
      'query is not an argument of text.translate.',
    )
    expect(refused(holding({}), { Limit: 1 }, 'query', 'events.list', false).message).toBe(
      'Limit is not an argument of events.list (did you mean limit?).',
    )
  })

  test('an unknown argument that resembles only one in use is left without a suggestion', () => {
    const body = { title: 'x', text: 'x', content: 'x' }
    expect(refused(closedBut(body), body).message).toBe('content is not an argument of notes.add.')
  })

  test('a value of a list in another case', () => {
    expect(refused(holding({ enum: ['todo', 'done'] }), { x: 'Done' }).message).toBe(
      'x must be one of todo, done (did you mean done?).',
    )
  })

  test('an argument in the address that belongs in the body', () => {
    expect(refused({ type: 'object', additionalProperties: false }, { title: 'A' }, 'query').message).toBe(
      'title belongs in the JSON body, not in the address.',
    )
  })

  test('an argument that is repeated in the address', () => {
    expect(refused(holding({ type: 'integer' }), { x: ['1', '2'] }, 'query').message).toBe('x is given more than once.')
  })

  test('a body that is not an object', () => {
    expect(refused({ type: 'object' }, 'text').details).toEqual([{ path: 'body', message: 'must be an object' }])
  })

  test('one of several forms: the faults of the single forms are left out', () => {
    const error = refused(holding({ anyOf: [{ type: 'string' }, { type: 'number' }] }), { x: true })
    expect(error.details).toHaveLength(1)
    expect(error.details?.[0]?.path).toBe('x')
  })
})

describe('all faults at once', () => {
  const schema = {
    type: 'object',
    required: ['title', 'text'],
    properties: {
      title: { type: 'string' },
      text: { type: 'string' },
      limit: { type: 'integer', maximum: 100 },
      tags: { type: 'array', items: { type: 'string', maxLength: 3 } },
      place: { type: 'object', properties: { 'a/b~c': { type: 'number' } } },
    },
    additionalProperties: false,
  }

  test('details name every one, with paths into lists and objects; the sentence names the first three', () => {
    const error = refused(schema, { limit: 101, tags: ['ok', 'long one', 7], place: { 'a/b~c': 'x' }, colour: 'red' })
    expect(error.details).toEqual(
      expect.arrayContaining([
        { path: 'title', message: 'is required' },
        { path: 'text', message: 'is required' },
        { path: 'colour', message: 'is not an argument of notes.add' },
        { path: 'limit', message: 'must be at most 100' },
        { path: 'tags[1]', message: 'must have at most 3 characters' },
        { path: 'tags[2]', message: 'must be text' },
        { path: 'place.a/b~c', message: 'must be a number' },
      ]),
    )
    expect(error.details).toHaveLength(7)
    expect(error.message).toMatch(/^(\w+ [^;]+; ){3}and 4 more, see details\.$/)
  })

  test('two faults of one argument are one entry', () => {
    const error = refused(holding({ type: 'integer', maximum: 5, multipleOf: 2 }), { x: 7 })
    expect(error.details).toHaveLength(1)
    expect(error.details?.[0]).toMatchObject({ path: 'x', message: expect.stringContaining('must be at most 5, ') })
  })

  test('at most twenty are listed, and the sentence says that there are more', () => {
    const names = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, 1]))
    const error = refused(holding({}), names(5000))
    expect(error.details).toHaveLength(20)
    expect(error.message).toMatch(/^(name\d is not an argument of notes\.add; ){3}and more, the first 20 in details\.$/)
    expect(refused(holding({}), names(21)).message).toMatch(/; and more, the first 20 in details\.$/)
    expect(refused(holding({}), names(20)).message).toMatch(/; and 17 more, see details\.$/)
    expect(refused(holding({}), names(3)).message).toMatch(/^(name\d is not an argument of notes\.add(; )?){3}\.$/)
  })

  test('no fault after the twenty-first is described', () => {
    const looked: number[] = []
    const errors = Array.from({ length: 1000 }, (_, index) => ({
      keyword: 'type',
      schemaPath: '#/type',
      params: { type: 'string' },
      get instancePath() {
        looked.push(index)
        return `/requestBody/x/${index}`
      },
    }))
    invalidArguments(errors, {}, { id: 'notes.add', hasBody: true })
    expect(Math.max(...looked)).toBe(20)
  })
})

describe('names that a caller made up', () => {
  const strict = { type: 'object', additionalProperties: false }

  test.each(['ключ', '名前', '🌳', 'a b', 'a"b', '1', 'constructor', 'toString'])('%j is named unchanged', (path) => {
    expect(refused(strict, { [path]: 1 }).details).toEqual([{ path, message: 'is not an argument of notes.add' }])
  })

  test('one of a thousand characters is shortened, whole characters only', () => {
    expect(refused(strict, { ['🌳'.repeat(1000)]: 1 }).details?.[0]?.path).toBe(`${'🌳'.repeat(60)}…`)
  })

  test('any name: the error is short, and its sentence ends in one full stop', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { minKeys: 1 }), (args) => {
        const error = refused(strict, args)
        expect(error.details).not.toHaveLength(0)
        expect([...error.message].length).toBeLessThan(400)
        expect(error.message.endsWith('.')).toBe(true)
      }),
    )
  })
})

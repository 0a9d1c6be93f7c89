import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Schema } from '#runtime/base/openapi.ts'
import { fixDocument } from '../fixes/fixes.ts'
import { sampleDocument } from '../sample-document.ts'
import { requestValidators, responseValidators } from './validators.ts'

/** The exports of generated code, run as Node would run the file. */
function load<Exports>(code: string, require: (name: string) => unknown = createRequire(import.meta.url)): Exports {
  const exports = {}
  new Function('exports', 'require', code)(exports, require)
  return exports as Exports
}

type Table = Record<string, ValidateFunction>

describe('request validators', () => {
  let files: Map<string, string>
  let parameters: Table
  let bodies: Table
  beforeAll(async () => {
    files = await requestValidators(fixDocument(sampleDocument()))
    const code = files.get('ferries.cjs') ?? ''
    ;({ parameters, bodies } = load<{ parameters: Table; bodies: Table }>(code))
  })

  test('each family has its own file, so that it can be loaded alone', () => {
    expect([...files.keys()]).toEqual(['ferries.cjs'])
  })

  function check(validate: ValidateFunction | undefined, values: object): string[] {
    if (!validate) throw new Error('No such validator')
    return validate(values)
      ? []
      : (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)
  }

  test('there is one for the parameters of every operation and one for every body; none for doors', () => {
    expect(Object.keys(parameters)).toEqual(['ferries.find', 'ferries.book'])
    expect(Object.keys(bodies)).toEqual(['ferries.book'])
  })

  test('query values are converted to the declared types, and defaults are filled in', () => {
    const values = { path: {}, query: { from: '42', direct: 'true', limit: '5', via: ['7'] } }
    expect(check(parameters['ferries.find'], values)).toEqual([])
    expect(values.query).toEqual({ from: '42', direct: true, limit: 5, via: ['7'] })
    const fewest = { path: {}, query: { from: 'Harwich' } }
    expect(check(parameters['ferries.find'], fewest)).toEqual([])
    expect(fewest.query).toEqual({ from: 'Harwich', limit: 20 })
  })

  test('values of a body keep their type, and defaults are filled in', () => {
    const body = { ferry: 'Stena', passengers: [{ name: 'Ann' }] }
    const values = { requestBody: body }
    expect(check(bodies['ferries.book'], values)).toEqual([])
    expect(body).toEqual({ ferry: 'Stena', passengers: [{ name: 'Ann' }], note: '' })
    expect(check(bodies['ferries.book'], { requestBody: { ...body, ferry: 42 } })).toEqual(['/requestBody/ferry type'])
  })

  test('all faults are reported at once', () => {
    expect(
      check(parameters['ferries.find'], { path: {}, query: { limit: '0', direct: 'yes', colour: 'red' } }).sort(),
    ).toEqual(['/query additionalProperties', '/query required', '/query/direct type', '/query/limit minimum'])
    expect(check(bodies['ferries.book'], { requestBody: { ferry: '', passengers: [{ age: 4 }] } }).sort()).toEqual([
      '/requestBody/ferry minLength',
      '/requestBody/passengers/0 additionalProperties',
      '/requestBody/passengers/0 required',
    ])
  })

  test('a number is written in decimal digits: nothing infinite, nothing blank, no other base', () => {
    const faultsOf = (limit: string) =>
      check(parameters['ferries.find'], { path: {}, query: { from: 'Harwich', limit } })
    for (const limit of ['5', '+5', '05', '100', '20.0']) expect(faultsOf(limit)).toEqual([])
    for (const limit of ['Infinity', '1e400', 'NaN', '', ' ', ' 7', '0x10', '0b1', '1_0', '1e1', '5.5']) {
      expect(faultsOf(limit).map((fault) => fault.replace('type', 'pattern'))).toContain('/query/limit pattern')
    }
  })

  test('lengths are counted in characters', () => {
    const named = (name: string) => ({ requestBody: { ferry: name, passengers: [{ name: 'Ann' }] } })
    expect(check(bodies['ferries.book'], named('🌳'.repeat(200)))).toEqual([])
    expect(check(bodies['ferries.book'], named('🌳'.repeat(201)))).toEqual(['/requestBody/ferry maxLength'])
  })

  test('headers and cookies are not arguments', () => {
    expect(
      check(parameters['ferries.find'], {
        path: {},
        query: { from: 'Harwich' },
        header: { 'x-a': 'b' },
        cookie: { c: 'd' },
      }),
    ).toEqual([])
  })
})

describe('the check of a time', () => {
  interface Formats {
    fullFormats: { 'date-time': { validate: (text: string) => boolean } }
  }
  const { fullFormats } = createRequire(import.meta.url)('ajv-formats/dist/formats') as Formats
  const format = fullFormats['date-time'].validate
  let asked: string[]
  let isAllowed: (text: string) => boolean
  beforeAll(async () => {
    const document = fixDocument(sampleDocument())
    const booking = document.components.schemas.Booking?.properties as Record<string, Schema>
    booking.note = { type: 'string', format: 'date-time' }
    const code = (await requestValidators(document)).get('ferries.cjs') ?? ''
    const require = createRequire(import.meta.url)
    const validate = (text: string) => {
      asked.push(text)
      return format(text)
    }
    const { bodies } = load<{ bodies: Table }>(code, (name) =>
      name === 'ajv-formats/dist/formats' ? { fullFormats: { 'date-time': { validate } } } : require(name),
    )
    isAllowed = (note) =>
      bodies['ferries.book']?.({ requestBody: { ferry: 'Stena', passengers: [{ name: 'Ann' }], note } }) === true
  })
  beforeEach(() => {
    asked = []
  })

  test.each(['2026-11-21T09:30:00Z', '1999-12-31T23:59:59.999-11:30', '2028-02-28T00:00:00+00:00'])(
    'the format check is skipped for %s, a usual notation',
    (text) => {
      expect(isAllowed(text)).toBe(true)
      expect(asked).toEqual([])
    },
  )

  test('agrees with the format check for every day and every part of a time', () => {
    const two = (number: number) => String(number).padStart(2, '0')
    const upTo = (most: number) => Array.from({ length: most + 1 }, (_, number) => two(number))
    const days = ['1900', '2000', '2026', '2028', '26'].flatMap((year) =>
      upTo(13).flatMap((month) => upTo(32).map((day) => `${year}-${month}-${day}T09:30:00Z`)),
    )
    const times = upTo(25).flatMap((hour) => [`${hour}:30:00Z`, `${hour}:59:60Z`, `09:30:00+${hour}:00`])
    const parts = upTo(61).flatMap((part) => [`09:${part}:00Z`, `09:30:${part}.5Z`, `09:30:00-01:${part}`])
    const odd = ['09:30:00', '09:30Z', '9:30:00Z', '09:30:00.Z', '09:30:00z', '09:30:00+01', '09:30:00+0130', '', 'Z']
    const texts = [
      ...days,
      ...[...times, ...parts, ...odd].map((time) => `2026-11-21T${time}`),
      ...['t', ' ', '', 'TT', '\n'].map((between) => `2026-11-21${between}09:30:00Z`),
      ...['2026-11-21T09:30:00Z\n', ' 2026-11-21T09:30:00Z', '٢٠٢٦-11-21T09:30:00Z', '2026-11-21', 'now'],
    ]
    expect(texts.filter((text) => isAllowed(text) !== format(text))).toEqual([])
  })
})

describe('response validators', () => {
  const { bodies, table } = load<{ bodies: Table; table: Record<string, Record<string, string>> }>(
    responseValidators(fixDocument(sampleDocument())),
  )
  const allows = (id: string, status: string, body: unknown) => bodies[table[id]?.[status] ?? '']?.(body)

  test('each operation has one for each status of the document', () => {
    expect(Object.keys(table['ferries.find'] ?? {})).toEqual(['200', '400', 'default'])
    expect(table['ferries.find']?.['400']).toBe('BadArguments')
  })

  test('a field that the document does not describe is refused, at any depth', () => {
    expect(allows('ferries.find', '200', { result: { items: ['Stena'] } })).toBe(true)
    expect(allows('ferries.find', '200', { result: { items: ['Stena'], count: 1 } })).toBe(false)
    expect(allows('ferries.find', '200', { result: { items: [] }, more: true })).toBe(false)
    expect(allows('ferries.find', '200', { result: { items: [7] } })).toBe(false)
    expect(allows('ferries.find', '200', {})).toBe(false)
  })

  test('a body that extends another one has the fields of both and no others', () => {
    expect(allows('ferries.find', '400', { error: 'No.', code: 'invalid_argument' })).toBe(true)
    expect(allows('ferries.find', '400', { error: 'No.' })).toBe(false)
    expect(allows('ferries.find', '400', { error: 'No.', code: 'invalid_argument', stack: '…' })).toBe(false)
  })

  test('the document itself stays open', () => {
    const document = fixDocument(sampleDocument())
    responseValidators(document)
    expect(document.components.schemas.Found).not.toHaveProperty('additionalProperties')
  })
})

import { expect, test } from 'vitest'
import { baseUrl, optional, readSettings, setting, type TextSchema, wholeNumber } from './setting.ts'

const about = { rule: 'right', meaning: 'For a test.', without: 'Nothing.', example: '1' }

function read<Value>(schema: TextSchema<Value>, text: string) {
  const { values, faults } = readSettings(
    { it: optional({ name: 'IT', ...about, schema: () => schema }) },
    { IT: text },
  )
  return faults.length > 0 ? 'refused' : values.it
}

test('no schema is created for a setting without a value', () => {
  const made: string[] = []
  const schema = (name: string) => () => {
    made.push(name)
    return wholeNumber(0, 9)
  }
  const settings = {
    unset: optional({ name: 'UNSET', ...about, schema: schema('unset') }),
    set: optional({ name: 'SET', ...about, schema: schema('set') }),
    fallback: setting({ name: 'FALLBACK', ...about, fallback: '3', schema: schema('fallback') }),
  }
  expect(made).toEqual([])
  expect(readSettings(settings, { SET: ' 2 ' })).toMatchObject({ values: { set: 2, fallback: 3 }, faults: [] })
  expect(made).toEqual(['set', 'fallback'])
})

test.each([
  ['5', 5],
  ['20', 20],
  ['0007', 7],
  ['4', 'refused'],
  ['21', 'refused'],
  ['5.0', 'refused'],
  ['+5', 'refused'],
  ['0x6', 'refused'],
  ['1e1', 'refused'],
  ['0000000005', 'refused'],
  ['off', 'refused'],
])('a whole number from 5 to 20: %s is %s', (text, value) => {
  expect(read(wholeNumber(5, 20), text)).toBe(value)
})

test('a word is allowed besides whole numbers, and both are transformed', () => {
  const schema = wholeNumber(1, 9)
    .transform((minutes) => minutes * 60)
    .or('off', undefined)
  expect([read(schema, '2'), read(schema, 'off'), read(schema, '0'), read(schema, 'OFF')]).toEqual([
    120,
    undefined,
    'refused',
    'refused',
  ])
})

test.each([
  ['https://mirror.example.org/', 'https://mirror.example.org'],
  ['http://127.0.0.1:8002/a//', 'http://127.0.0.1:8002/a'],
  ['https://mirror.example.org/?a=1', 'refused'],
  ['https://mirror.example.org/#a', 'refused'],
  ['ftp://mirror.example.org', 'refused'],
  ['mirror', 'refused'],
])('a base URL: %s is %s', (text, value) => {
  expect(read(baseUrl(), text)).toBe(value)
})

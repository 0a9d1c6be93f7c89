import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { cellOf, kindOf, quoted, rowOf, rowText, sizeOfRow, sortedByName } from './cells.ts'
import type { Cell, CellKind, TableShape } from './types.ts'

const kinds: readonly CellKind[] = ['text', 'integer', 'real', 'boolean', 'bytes', 'json']
const table: TableShape = {
  name: 'things',
  columns: kinds.map((kind) => ({ name: `a_${kind}`, kind })),
  key: ['a_text'],
}

/** A table of one column. */
const of = (kind: CellKind): TableShape => ({ name: 'things', columns: [{ name: 'it', kind }], key: ['it'] })

const cell: Record<CellKind, fc.Arbitrary<Cell>> = {
  text: fc.string({ unit: anyCharacter }),
  integer: fc.maxSafeInteger(),
  real: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
  boolean: fc.boolean(),
  bytes: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  json: fc.integer().map((value) => JSON.stringify(value)),
}

describe('a row as text', () => {
  test('is read back as it was, whatever it holds, null in any column too', () => {
    const row = fc.tuple(...kinds.map((kind) => fc.option(cell[kind])))
    fc.assert(
      fc.property(row, (cells) => {
        expect(rowOf(table, rowText(table, cells))).toEqual(cells)
      }),
    )
  })

  test('is the same for JSON with other blanks or another order of names, and differs where a list is in another order', () => {
    const text = (json: string) => rowText(of('json'), [json])
    expect(text('{"b": [1, {"d":2, "c":3}], "a": null}')).toBe(text('{"a":null,"b":[1,{"c":3,"d":2}]}'))
    expect(text('[1,2]')).not.toBe(text('[2,1]'))
    expect(text('["a"]')).not.toBe(text('{"0":"a"}'))
    expect(text('{"a":1}')).not.toBe(text('{"a":2}'))
    // A text that looks like JSON is a text.
    expect(rowText(of('text'), ['{"a": 1}'])).not.toBe(rowText(of('text'), ['{"a":1}']))
  })

  test.each([
    ['no list', '{}'],
    ['too few values', '["a",1,1.5,true,"AA=="]'],
    ['too many values', '["a",1,1.5,true,"AA==","1",2]'],
  ])('that is %s fits no table', (_, text) => {
    expect(() => rowOf(table, text)).toThrow('A row does not fit things.')
  })

  test.each<[CellKind, string]>([
    ['text', '1'],
    ['integer', '"1"'],
    ['integer', '1.5'],
    ['integer', '9007199254740992'],
    ['real', '"1"'],
    ['boolean', '1'],
    ['bytes', '5'],
    ['json', '{}'],
  ])('with a value that is no %s, such as %s, is refused by the name of the column', (kind, value) => {
    expect(() => rowOf(of(kind), `[${value}]`)).toThrow('A row does not fit things.it.')
  })
})

describe('a value of SQLite', () => {
  const read = (kind: CellKind, value: unknown) => cellOf(value, { name: 'it', kind }, 'things')

  test('is carried as what its column says; 1 and 0 are booleans there and numbers elsewhere', () => {
    const bytes = Buffer.from('a')
    expect([read('boolean', 1), read('boolean', 0), read('boolean', true)]).toEqual([true, false, true])
    expect([read('integer', 1), read('integer', 0), read('real', 1.5)]).toEqual([1, 0, 1.5])
    expect([read('text', 'a'), read('json', '{}'), read('bytes', bytes)]).toEqual(['a', '{}', bytes])
    for (const kind of kinds) expect([read(kind, null), read(kind, undefined)]).toEqual([null, null])
  })

  test.each<[CellKind, unknown, string]>([
    ['integer', 2 ** 53, 'a number out of range'],
    ['integer', 0.5, 'a number out of range'],
    ['real', Number.POSITIVE_INFINITY, 'a number out of range'],
    ['boolean', 2, 'a number out of range'],
    ['text', Buffer.from('a'), 'object'],
    ['integer', '5', 'string'],
    ['bytes', 'a', 'string'],
    ['real', '1.5', 'string'],
  ])('that its column of kind %s cannot hold is refused, not changed: %s', (kind, value, what) => {
    expect(() => read(kind, value)).toThrow(
      `things.it holds a value that cannot be carried: it should be ${kind} and is ${what}.`,
    )
  })
})

test('types of both databases are of one kind, whatever their length and case; others are of none', () => {
  expect(['TEXT', 'varchar(255)', 'character varying(64)', 'char(1)'].map(kindOf)).toEqual(Array(4).fill('text'))
  expect(['integer', 'BIGINT', 'smallint'].map(kindOf)).toEqual(Array(3).fill('integer'))
  expect(['float', 'real', 'double precision'].map(kindOf)).toEqual(Array(3).fill('real'))
  expect(['blob', 'bytea', 'boolean', 'json', 'jsonb'].map(kindOf)).toEqual([
    'bytes',
    'bytes',
    'boolean',
    'json',
    'json',
  ])
  expect(['timestamp with time zone', 'uuid', ''].map(kindOf)).toEqual([undefined, undefined, undefined])
})

test('the size of a row is that of its texts and bytes, and a little for every other value', () => {
  expect(sizeOfRow([])).toBe(0)
  expect(sizeOfRow(['abc', Buffer.alloc(5)])).toBe(8)
  expect(sizeOfRow([1, null, true, 'a'])).toBe(25)
})

test('columns are in the order of their names, which are safe in SQL', () => {
  const columns = ['b', 'a', 'c'].map((name) => ({ name, kind: 'text' as const }))
  expect(sortedByName(columns).map(({ name }) => name)).toEqual(['a', 'b', 'c'])
  expect(quoted('a"; drop table b; --"')).toBe('"a""; drop table b; --"""')
})

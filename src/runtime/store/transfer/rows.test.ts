import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#testing/any-character.ts'
import { cellOf, parseRow, RowsDigest, rowText } from './rows.ts'
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
  test('is read back as it was, with null in any column', () => {
    const row = fc.tuple(...kinds.map((kind) => fc.option(cell[kind])))
    fc.assert(
      fc.property(row, (cells) => {
        expect(parseRow(table, rowText(table, cells))).toEqual(cells)
      }),
    )
  })

  test('is the same for JSON with other whitespace or another order of names, and differs where a list is in another order', () => {
    const text = (json: string) => rowText(of('json'), [json])
    expect(text('{"b": [1, {"d":2, "c":3}], "a": null}')).toBe(text('{"a":null,"b":[1,{"c":3,"d":2}]}'))
    expect(text('[1,2]')).not.toBe(text('[2,1]'))
    expect(text('["a"]')).not.toBe(text('{"0":"a"}'))
    expect(text('{"a":1}')).not.toBe(text('{"a":2}'))
    // A text that looks like JSON is a text.
    expect(rowText(of('text'), ['{"a": 1}'])).not.toBe(rowText(of('text'), ['{"a":1}']))
  })
})

describe('a value of SQLite', () => {
  const read = (kind: CellKind, value: unknown) => cellOf(value, { name: 'it', kind }, 'things')

  test('has the kind of its column; 1 and 0 are booleans there and numbers elsewhere', () => {
    const bytes = Buffer.from('a')
    expect([read('boolean', 1), read('boolean', 0), read('boolean', true)]).toEqual([true, false, true])
    expect([read('integer', 1), read('integer', 0), read('real', 1.5)]).toEqual([1, 0, 1.5])
    expect([read('text', 'a'), read('json', '{}'), read('bytes', bytes)]).toEqual(['a', '{}', bytes])
    for (const kind of kinds) expect([read(kind, null), read(kind, undefined)]).toEqual([null, null])
  })

  test.each<[CellKind, unknown]>([
    ['integer', 2 ** 53],
    ['integer', 0.5],
    ['real', Number.POSITIVE_INFINITY],
    ['boolean', 2],
    ['text', Buffer.from('a')],
    ['integer', '5'],
    ['bytes', 'a'],
    ['real', '1.5'],
  ])('that does not fit its column of kind %s is refused, not changed: %s', (kind, value) => {
    expect(() => read(kind, value)).toThrow(`things.it has a value that cannot be copied: it is not ${kind}.`)
  })
})

test('a digest depends on rows, their order and where each ends', () => {
  const digest = (...rows: Cell[][]) => {
    const digest = new RowsDigest()
    for (const row of rows) digest.add(of('text'), row)
    return digest.result()
  }
  expect(digest(['a'], ['b'])).toEqual(digest(['a'], ['b']))
  expect([digest(['a'], ['b']).rows, digest().rows]).toEqual([2, 0])
  const others = [digest(), digest(['b'], ['a']), digest(['a']), digest(['a'], ['c'])]
  expect(new Set([digest(['a'], ['b']), ...others].map(({ sha256 }) => sha256)).size).toBe(5)
  expect(new RowsDigest().add(of('text'), ['a'])).toBe('["a"]\n')
})

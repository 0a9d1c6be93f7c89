import { describe, expect, test } from 'vitest'
import { bodyBounds } from '#generated/server/argument-bounds.ts'
import type { OperationId } from '#generated/server/operations.ts'
import { exampleArguments } from '../../testing/stand-ins.ts'
import type { ApiError } from '../base/errors.ts'
import { checkArguments, parseQuery } from './arguments.ts'
import { type Bounds, cutToBounds } from './bounds.ts'
import { createContract } from './contract.ts'

const card: Bounds = {
  of: {
    name: { text: 10 },
    note: {},
    tags: { items: 3, each: { text: 5 } },
    cards: { items: 2, each: { of: { id: {} } } },
  },
}

/** How many entries, members and characters a value has, at every depth. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + sizeOf(inner), 1)
}

const numbered = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`name${index}`, value]))

describe('a value far over its bounds', () => {
  test.each<[string, unknown, unknown]>([
    ['a list keeps enough entries to be rejected', { tags: Array(1_000_000).fill('') }, { tags: Array(24).fill('') }],
    [
      'an object keeps its own members, and one more unknown one than is reported',
      { ...numbered(100_000, 1), name: 'Ann' },
      { name: 'Ann', ...numbered(21, 1) },
    ],
    ['a text keeps enough characters to be too long', { name: '🌳'.repeat(500_000) }, { name: '🌳'.repeat(31) }],
    [
      'inner lists, objects and texts are also cut',
      { cards: [numbered(1000, 1)], tags: ['x'.repeat(1_000_000)] },
      { cards: [numbered(21, 1)], tags: ['x'.repeat(52)] },
    ],
  ])('%s', (_, value, expected) => {
    expect(cutToBounds(value, card)).toEqual(expected)
  })

  test('a value without bounds, or of another type than its bounds, is unchanged', () => {
    const long = 'x'.repeat(1000)
    const value = { note: long, name: Array(1000).fill(1), tags: long, cards: { id: long } }
    expect(cutToBounds(value, card)).toBe(value)
    for (const other of [null, 7, true, long, [long]]) expect(cutToBounds(other, card)).toBe(other)
  })

  test('a value within its bounds, or nearly so, is the same object and not copied', () => {
    const within = { name: 'Ann', tags: ['a', 'b'], cards: [{ id: 'x' }] }
    const nearly = { name: 'x'.repeat(31), tags: Array(10).fill('abcdef'), colour: 'red' }
    for (const value of [within, nearly]) {
      const before = JSON.stringify(value)
      expect(cutToBounds(value, card)).toBe(value)
      expect(JSON.stringify(value)).toBe(before)
    }
  })

  test('the object of the caller is not changed', () => {
    const value = { tags: Array(1000).fill('x'), name: 'Ann' }
    cutToBounds(value, card)
    expect(value.tags).toHaveLength(1000)
  })
})

describe('rejecting costs no more than the largest valid arguments', () => {
  const contract = createContract()

  function refusal(id: OperationId, body: unknown): ApiError {
    try {
      checkArguments(contract, contract.operation(id), { path: undefined, query: {}, body })
    } catch (error) {
      return error as ApiError
    }
    throw new Error('The arguments are right')
  }

  /** Every place in the arguments of every body, enlarged to a thousand times its bound. */
  const blownUp = Object.entries(bodyBounds).flatMap(([id, { of = {} }]) => [
    [id as OperationId, 'unknown names', numbered(10_000, '')] as const,
    ...Object.entries(of).flatMap(([name, bounds]) => [
      ...(bounds.items === undefined
        ? []
        : [
            [
              id as OperationId,
              name,
              { [name]: Array.from({ length: bounds.items * 20 + 1000 }, () => ({ x: 1 })) },
            ] as const,
          ]),
      ...(bounds.text === undefined
        ? []
        : [[id as OperationId, name, { [name]: '🌳'.repeat(bounds.text + 1000) }] as const]),
    ]),
  ])

  test('there is such a place in every body', () => {
    expect(blownUp.length).toBeGreaterThan(150)
  })

  test.each(blownUp)('%s: %s', (id, name, body) => {
    const args = { ...exampleArguments(id), ...body }
    const cut = cutToBounds(args, bodyBounds[id] as Bounds)
    expect(sizeOf(cut)).toBeLessThan(sizeOf(args))
    const { details = [], code } = refusal(id, args)
    expect(code).toBe('invalid_argument')
    expect(details.length).toBeLessThanOrEqual(20)
    expect(details.map(({ path }) => path)).toContainEqual(
      expect.stringMatching(name === 'unknown names' ? /^name\d+$/ : new RegExp(`^${name}`)),
    )
  })

  test('a list that is far too long is reported with its first invalid entries', () => {
    const body = { ...exampleArguments('images.update'), tags: Array(250_000).fill('') }
    const { details } = refusal('images.update', body)
    expect(details?.[0]).toEqual({ path: 'tags', message: 'must have at most 30 entries' })
    expect(details).toHaveLength(20)
  })
})

describe('a query string with far too many pairs', () => {
  const contract = createContract()
  const operation = contract.operation('routes.nearest')
  const pairs = (text: string) => Object.values(parseQuery(text, operation)).flat().length

  test('is read until it is certain to be rejected', () => {
    const unknown = Array.from({ length: 95_000 }, (_, index) => `name${index}=1`).join('&')
    expect(pairs(unknown)).toBeLessThan(100)
    expect(pairs('to=Euston&'.repeat(50_000))).toBeLessThan(100)
    for (const text of [unknown, 'to=Euston&'.repeat(50_000), 'from=Bank&'.repeat(50_000)]) {
      const query = parseQuery(`from=Bank&to=Euston&${text}`, operation)
      expect(() => checkArguments(contract, operation, { path: undefined, query, body: undefined })).toThrow(
        expect.objectContaining({ code: 'invalid_argument' }),
      )
    }
  })

  test('empty pairs do not count', () => {
    expect({ ...parseQuery(`from=Bank${'&'.repeat(10_000)}to=Euston&`, operation) }).toEqual({
      from: 'Bank',
      to: ['Euston'],
    })
  })
})

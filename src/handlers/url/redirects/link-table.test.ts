import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HashIndex } from './hash-index.ts'
import { type LinkRecord, LinkTable } from './link-table.ts'

const slabBytes = 1024
const minBytes = 4 * slabBytes + new HashIndex().bytes

const id = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'A', 'winter', 'winter-ferry'),
  fc.stringMatching(/^[A-Za-z0-9_-]{1,200}$/),
)
const record: fc.Arbitrary<LinkRecord> = fc.record({
  destination: fc.stringMatching(/^https:\/\/[!-~]{1,300}$/),
  expiresAt: fc.option(fc.integer({ min: 0, max: 8.64e15 }), { nil: undefined }),
  forwardsQuery: fc.boolean(),
})

const link = (destination: string): LinkRecord => ({ destination, expiresAt: undefined, forwardsQuery: false })

describe('a table of links', () => {
  test('only ever returns the last value, and stays within its bytes', () => {
    const step = fc.oneof(
      { weight: 120, arbitrary: fc.record({ kind: fc.constant('put' as const), id, record }) },
      { weight: 60, arbitrary: fc.record({ kind: fc.constant('get' as const), id }) },
      { weight: 20, arbitrary: fc.record({ kind: fc.constant('delete' as const), id }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const) }) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 250 }), (steps) => {
        const table = new LinkTable(minBytes, slabBytes)
        const model = new Map<string, LinkRecord>()
        for (const each of steps) {
          if (each.kind === 'put') {
            table.put(each.id, each.record)
            model.set(each.id, each.record)
            // A link that was just put is there.
            expect(table.get(each.id)).toEqual(each.record)
          } else if (each.kind === 'delete') {
            const held = table.get(each.id)
            expect(table.delete(each.id)).toBe(held !== undefined)
            model.delete(each.id)
          } else if (each.kind === 'clear') {
            table.clear()
            model.clear()
          } else {
            const held = table.get(each.id)
            if (held !== undefined) expect(held).toEqual(model.get(each.id))
          }
          expect(table.bytes).toBeLessThanOrEqual(minBytes)
        }
        const held = [...model].filter(([each]) => table.get(each) !== undefined)
        expect(table.size).toBe(held.length)
        for (const [each, expected] of held) expect(table.get(each)).toEqual(expected)
      }),
    )
  })

  test('contains everything that fits', () => {
    const table = new LinkTable(2 * 1024 * 1024)
    const ids = Array.from({ length: 8000 }, (_, index) => `link-${index}`)
    for (const each of ids) table.put(each, link(`https://ferries.example/${each}?season=winter`))
    expect(table.size).toBe(8000)
    for (const each of ids) expect(table.get(each)?.destination).toBe(`https://ferries.example/${each}?season=winter`)
    expect(table.bytes).toBeLessThanOrEqual(2 * 1024 * 1024)
  })

  test('a million average links fit into the default of LINK_CACHE_MIB', () => {
    const table = new LinkTable(160 * 1024 * 1024)
    const tail = 'x'.repeat(100 - 'https://ferries.example/0000000'.length)
    for (let index = 0; index < 1_000_000; index++) {
      const each = index.toString(36).padStart(7, '0')
      table.put(each, link(`https://ferries.example/${each}${tail}`))
    }
    expect(table.size).toBe(1_000_000)
    expect(table.bytes).toBeLessThanOrEqual(160 * 1024 * 1024)
  })

  test('is as small as its contents', () => {
    const table = new LinkTable(160 * 1024 * 1024)
    for (let index = 0; index < 100; index++) table.put(`link-${index}`, link('https://ferries.example/'))
    expect(table.bytes).toBeLessThan(300 * 1024)
  })

  test('links that are used often outlive others', () => {
    const table = new LinkTable(minBytes, slabBytes)
    table.put('hot', link('https://ferries.example/hot'))
    for (let index = 0; index < 10_000; index++) {
      table.put(`cold-${index}`, link('https://ferries.example/cold'))
      expect(table.get('hot')?.destination).toBe('https://ferries.example/hot')
    }
    expect(table.get('cold-1')).toBeUndefined()
    expect(table.size).toBeGreaterThan(30)
  })

  test('makes room even if all its links are used', () => {
    const table = new LinkTable(minBytes, slabBytes)
    for (let index = 0; index < 5000; index++) {
      table.put(`link-${index}`, link('https://ferries.example/'))
      for (let back = 0; back < 60; back++) table.get(`link-${index - back}`)
      expect(table.get(`link-${index}`)).toBeDefined()
    }
  })

  test('a link that is too long is not stored, and neither is its old value', () => {
    const table = new LinkTable(minBytes, slabBytes)
    table.put('long', link('https://ferries.example/'))
    table.put('long', link(`https://ferries.example/${'x'.repeat(slabBytes)}`))
    expect(table.get('long')).toBeUndefined()
    expect(table.size).toBe(0)
  })

  test('rejects a size that is too small for any link', () => {
    expect(() => new LinkTable(minBytes - 1, slabBytes)).toThrow(`A table needs at least ${minBytes} bytes`)
  })
})

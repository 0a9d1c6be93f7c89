import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReserved, slugOf, slugsFrom } from './slugs.ts'

const pattern = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/

describe('the slug of an app', () => {
  test.each([
    ['Tip splitter', 'tip-splitter'],
    ['  Café “Ærø”: 3/4 ', 'cafe-r-3-4'],
    ['ÜBER_Größe', 'uber-gro-e'],
    ['日本 2026', '2026'],
    ['日本', undefined],
    ['Go', undefined],
    ['--', undefined],
    ['x'.repeat(60), 'x'.repeat(50)],
    [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  ])('is derived from the name %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  test('is a valid slug for any name, with or without a number', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (name) => {
        for (const slug of slugsFrom(slugOf(name))) {
          expect(slug).toMatch(pattern)
          expect(slug.length).toBeGreaterThanOrEqual(3)
          expect(slug.length).toBeLessThanOrEqual(50)
          expect(isReserved(slug)).toBe(false)
        }
      }),
    )
  })

  test('gets a number if it is taken or reserved, and is app- plus a number without a base', () => {
    expect([...slugsFrom('heron')].slice(0, 3)).toEqual(['heron', 'heron-2', 'heron-3'])
    expect([...slugsFrom('admin')][0]).toBe('admin-2')
    expect([...slugsFrom(undefined)].slice(0, 2)).toEqual(['app-1', 'app-2'])
    expect(new Set(slugsFrom('heron')).size).toBeGreaterThan(15)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FieldText, type FieldTree, parseFields } from './fields.ts'

/** The tree with plain texts. */
function plain(tree: FieldTree): unknown {
  return Object.fromEntries(
    Object.entries(tree).map(([name, value]) => [name, value instanceof FieldText ? value.texts : plain(value)]),
  )
}

/** All texts in the tree. */
function textsIn(tree: FieldTree): string[] {
  return Object.values(tree).flatMap((value) => (value instanceof FieldText ? value.texts : textsIn(value)))
}

/** What follows the name of a field. */
function decoded(field: string): string {
  return decodeURIComponent(field.replaceAll('+', ' ').replace(/^[^=]*=?/, ''))
}

describe('fields of a query string', () => {
  test.each<[string, unknown]>([
    ['', {}],
    ['&&', {}],
    ['a=1', { a: ['1'] }],
    ['a', { a: [''] }],
    ['a=1=2', { a: ['1=2'] }],
    ['a=1&b[c]=2&b[d]=x', { a: ['1'], b: { c: ['2'], d: ['x'] } }],
    ['b[]=x&b[]=y', { b: ['x', 'y'] }],
    ['b=x&b=y', { b: ['x', 'y'] }],
    ['a.b=1&a.c.d=2', { a: { b: ['1'], c: { d: ['2'] } } }],
    ['a.b[c.d]=1', { a: { b: { 'c.d': ['1'] } } }],
    ['a%5Bb%5D=1&name=A+B%20C', { a: { b: ['1'] }, name: ['A B C'] }],
    ['name=%E2%82%AC', { name: ['€'] }],
  ])('%j', (text, expected) => {
    expect(plain(parseFields(text))).toEqual(expected)
  })

  test.each(['a[b=1', 'a]=1', '=1', 'a..b=1', 'a[]b=1', 'a[][b]=1', `${'a.'.repeat(20)}a=1`, 'a=1&a.b=2', 'a.b=1&a=2'])(
    '%s is refused',
    (text) => {
      expect(() => parseFields(text)).toThrow(expect.objectContaining({ status: 400 }))
    },
  )

  test('a query that is not percent-encoded UTF-8 is rejected', () => {
    expect(() => parseFields('a=%ff')).toThrow(/%25/)
  })

  test('more than a thousand fields are rejected', () => {
    expect(() => parseFields('a=1&'.repeat(1001))).toThrow(/1000/)
  })

  test('no name reaches a prototype', () => {
    const tree = parseFields('__proto__[polluted]=1&constructor.prototype.polluted=1&a.__proto__.polluted=1')
    expect(Object.keys(tree)).toEqual(['__proto__', 'constructor', 'a'])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('every text is returned as it was sent', () => {
    const name = fc.stringMatching(/^[a-z_]{1,8}$/)
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 8 }), fc.string({ unit: 'grapheme' }), (names, text) => {
        const query = names.map((each) => `${each}=${encodeURIComponent(text)}`).join('&')
        expect(plain(parseFields(query))).toEqual(Object.fromEntries(names.map((each) => [each, [text]])))
      }),
    )
  })

  test('every query string becomes fields with each of its texts once, or a 400', () => {
    const query = fc.string({ unit: fc.constantFrom(...'abc[].=&&&+é', '%C3%A9', '%') })
    const name = fc.constantFrom('a', 'b', 'c[d]', 'c.e', 'f[]', 'g.h[i]')
    const wellFormed = fc
      .array(fc.tuple(name, fc.string({ unit: 'grapheme' })), { minLength: 1, maxLength: 5 })
      .map((fields) => fields.map(([key, text]) => `${key}=${encodeURIComponent(text)}`).join('&'))
    const seen = { refused: 0, parsed: 0, nested: 0 }
    fc.assert(
      fc.property(fc.oneof(query, wellFormed, fc.string()), (text) => {
        let tree: FieldTree
        try {
          tree = parseFields(text)
        } catch (failure) {
          expect(failure).toMatchObject({ name: 'RpcError', status: 400 })
          seen.refused++
          return
        }
        const texts = textsIn(tree)
        const sent = text.split('&').filter((field) => field !== '')
        expect(texts.toSorted()).toEqual(sent.map((field) => decoded(field)).toSorted())
        if (texts.length > 0) seen.parsed++
        if (Object.values(tree).some((value) => !(value instanceof FieldText))) seen.nested++
      }),
      { numRuns: 300 },
    )
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(10)
  })
})

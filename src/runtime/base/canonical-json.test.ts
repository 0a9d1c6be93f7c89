import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  // Section 3.2.2, 3.2.3 and appendix B of RFC 8785.
  test('serializes the sample of the RFC as it prescribes', () => {
    const sample = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
    )
    expect(canonicalJson(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('sorts names by UTF-16 code units, also those that look like numbers', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const shuffled = Object.fromEntries(names.map((name) => [name, 0]))
    const text = canonicalJson(shuffled)
    const order = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    expect(text).toBe(`{${order.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`)
    expect(canonicalJson({ 9: 'a', 10: 'b' })).toBe('{"10":"b","9":"a"}')
  })

  test.each([
    [-0, '0'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [9.999999999999997e22, '9.999999999999997e+22'],
    [1e23, '1e+23'],
    [1e-7, '1e-7'],
    [333333333.33333325, '333333333.33333325'],
    [1424953923781206.2, '1424953923781206.2'],
  ])('writes the number %d of appendix B', (number, text) => {
    expect(canonicalJson(number)).toBe(text)
  })

  test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ['\ud800'], [{ '\udead': 1 }], [undefined], [() => 1]])(
    'rejects %s, which has no canonical form',
    (value) => {
      expect(() => canonicalJson(value)).toThrow(TypeError)
    },
  )

  test('is the same for equal objects, and omits what is undefined', () => {
    expect(canonicalJson({ b: [1, { y: 1, x: undefined }], a: 'x' })).toBe('{"a":"x","b":[1,{"y":1}]}')
  })
})

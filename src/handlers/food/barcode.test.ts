import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigitOf, readingsOf } from './barcode.ts'

test.each(['96385074', '036000291452', '4006381333931', '5012345678900', '3017620422003', '00012345600012'])(
  'the last digit of %s is its check digit',
  (barcode) => {
    expect(checkDigitOf(barcode)).toBe(Number(barcode.at(-1)))
  },
)

test.each(['123456', '1234567', '123456789', '1234567890', '12345678901'])('%s has no check digit', (barcode) => {
  expect(checkDigitOf(barcode)).toBeUndefined()
})

test('one wrong digit is always detected', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 11 }), fc.integer({ min: 1, max: 9 }), (body, at, change) => {
      const right = checkDigitOf(`${body.join('')}0`)
      const wrong = body.with(at, ((body[at] as number) + change) % 10)
      expect(checkDigitOf(`${wrong.join('')}0`)).not.toBe(right)
    }),
  )
})

test.each([
  // Expanded by hand, by the table of the General Specifications.
  ['01201303', ['012000000133']],
  ['04252614', ['042100005264']],
  ['04904403', ['04904403', '049000000443']],
  ['96385074', ['96385074']],
  ['01201304', []],
  ['036000291452', ['036000291452']],
  ['123456', ['123456']],
])('%s can mean %j', (barcode, readings) => {
  expect(readingsOf(barcode)).toEqual(readings)
})

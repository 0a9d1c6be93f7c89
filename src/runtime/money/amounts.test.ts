import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAmount, creditsText, formatCredits, maxMicroCredits, parseCredits } from './amounts.ts'

describe('amounts in credits', () => {
  test('are formatted exactly, down to a millionth, and parsed to the same amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxMicroCredits }), (microCredits) => {
        const text = formatCredits(microCredits)
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d{0,5}[1-9])?$/)
        expect(parseCredits(text)).toBe(microCredits)
        expect(formatCredits(-microCredits)).toBe(microCredits === 0 ? '0' : `-${text}`)
      }),
    )
  })

  test.each([
    [1_000_000, '1 credit'],
    [19_000_000, '19 credits'],
    [10_000, '0.01 credits'],
    [1, '0.000001 credits'],
    [0, '0 credits'],
  ])('%d micro-credits are %s', (microCredits, text) => {
    expect(creditsText(microCredits)).toBe(text)
  })

  test.each(['', '-1', '+1', '1.', '.5', '1.0000001', '1e3', '1,5', ' 1', '0x10', '1000000000.000001', '9'.repeat(11)])(
    '%j is not an amount',
    (text) => {
      expect(parseCredits(text)).toBeUndefined()
    },
  )

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, maxMicroCredits + 1])(
    '%d never reaches the ledger',
    (value) => {
      expect(() => checkAmount(value, 'The price')).toThrow('The price must be whole micro-credits')
    },
  )
})

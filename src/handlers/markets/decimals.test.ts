import currencyCodes from 'currency-codes'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCurrent, currencyCodes as known } from './currencies.ts'
import { amountText, Exact, minorDigits, payable, priceText, rateText } from './decimals.ts'

/** Codes that ISO 4217 lists today. */
const current = known.filter(isCurrent)

const amount = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 12 }))
  .map(([digits, scale]) => new Exact(digits.toString()).div(new Exact(10).pow(scale)))

describe('minor units', () => {
  test('are those of ISO 4217 for every currency that has a rate now', () => {
    const differing = current.filter((code) => currencyCodes.code(code)?.digits !== minorDigits(code))
    expect(differing).toEqual([])
  })

  test.each([
    ['JPY', 0],
    ['KRW', 0],
    ['ISK', 0],
    ['ITL', 0],
    ['DEM', 2],
    ['EUR', 2],
  ])('of %s are %d', (code, digits) => expect(minorDigits(code)).toBe(digits))
})

describe('what can be paid', () => {
  test('is at most half a unit away, has no more decimals, and is its own rounding', () => {
    fc.assert(
      fc.property(amount, fc.constantFrom(...current), (value, code) => {
        const rounded = payable(value, code, false)
        const unit = new Exact(10).pow(-minorDigits(code))
        expect(rounded.minus(value).abs().lte(unit.div(2))).toBe(true)
        expect(rounded.decimalPlaces()).toBeLessThanOrEqual(minorDigits(code))
        expect(payable(rounded, code, false).eq(rounded)).toBe(true)
      }),
    )
  })

  test('rounds halves away from zero, which binary numbers cannot', () => {
    expect(payable(new Exact('1.005'), 'EUR', false).toString()).toBe('1.01')
    expect(payable(new Exact('2.675'), 'EUR', false).toString()).toBe('2.68')
    expect(payable(new Exact('0.5'), 'JPY', false).toString()).toBe('1')
    expect(payable(new Exact('0.123456785'), 'BTC', true).toString()).toBe('0.12345679')
  })

  test('keeps the order of amounts', () => {
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(...current), (a, b, code) => {
        const [less, more] = a.lte(b) ? [a, b] : [b, a]
        expect(payable(less, code, false).lte(payable(more, code, false))).toBe(true)
      }),
    )
  })
})

test('a rate there and its inverse back return the amount, but for the last digits of forty', () => {
  const rate = fc.integer({ min: 1, max: 10_000_000 }).map((units) => new Exact(units).div(1000))
  fc.assert(
    fc.property(amount, rate, rate, (value, from, to) => {
      const there = value.times(to.div(from))
      const back = there.times(from.div(to))
      expect(back.minus(value).abs().lte(value.abs().times('1e-37'))).toBe(true)
    }),
    { examples: [[new Exact(10).div(3), new Exact(7), new Exact(3)]] },
  )
})

test.each([
  ['4182.3', '4,182.30'],
  ['91240.125', '91,240.13'],
  ['58.06', '58.06'],
  ['5.0275', '5.0275'],
  ['0.4521', '0.4521'],
  ['0.00001218', '0.00001218'],
])('the price %s is written %s', (value, text) => expect(priceText(new Exact(value))).toBe(text))

test.each([
  ['51405', 'JPY', false, '51,405'],
  ['1.5', 'EUR', false, '1.50'],
  ['1234567890123.456', 'EUR', false, '1,234,567,890,123.46'],
  ['0.00000001', 'BTC', true, '0.00000001'],
  ['2.5', 'BTC', true, '2.5'],
])('the amount %s %s is written %s', (value, code, isCoin, text) => {
  expect(amountText(new Exact(value), code, isCoin)).toBe(text)
})

test.each([
  ['205.62', '205.62'],
  ['0.00000547213', '0.00000547213'],
  ['1.95583', '1.95583'],
  ['1936270.123', '1,936,270'],
])('the rate %s is written %s', (value, text) => expect(rateText(new Exact(value))).toBe(text))

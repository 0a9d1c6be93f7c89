import { describe, test } from 'vitest'
import { goodDecorators, operation, ruleTester } from '../rule-testing.ts'
import { variablePriceRule } from './variable-price.ts'

const code = '@onedoor/spec-lint/variable-price'
const costing = (price: string, field = '') =>
  operation({ decorators: `${goodDecorators} ${price}` }).replace(
    'model NoteSaved {',
    `model NoteSaved {\n${field ? `/** What it cost. */ ${field}: float64;` : ''}`,
  )

describe('a variable price is documented before and after the call', async () => {
  const tester = await ruleTester(variablePriceRule)

  test('a unit and what the call cost are enough', () =>
    tester.expect(costing('@variablePrice("for each note")', 'cost_credits?')).toBeValid())

  test('a fixed price needs neither', () => tester.expect(costing('@credits(3)')).toBeValid())

  test.each([
    ['@variablePrice("for each note")', '', /^The price of add varies, but its result has no cost_credits/],
    ['@variablePrice("per note")', 'cost_credits?', /^The unit of the price of add must begin with "for each"/],
    ['@variablePrice("for each note") @credits(3)', 'cost_credits?', /^add has a fixed price and one that varies/],
    ['@keepsCharges', '', /^add keeps charges, but has no price that varies/],
  ])('%s with "%s" in the result is reported', (price, field, message) =>
    tester.expect(costing(price, field)).toEmitDiagnostics({ code, message }),
  )
})

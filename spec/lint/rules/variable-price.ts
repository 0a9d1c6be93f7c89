import { createRule, paramMessage } from '@typespec/compiler'
import { accessOf } from '../../common/access.ts'
import { isApiOperation } from '../operations.ts'
import { propertiesInside, resultOf } from '../results.ts'

/** Nobody can look up a price that varies: the result has to say what the call cost. */
export const variablePriceRule = createRule({
  name: 'variable-price',
  severity: 'warning',
  description: 'A price that varies says for what, and the result says how much it was.',
  messages: {
    default: paramMessage`The price of ${'name'} varies, but its result has no cost_credits. Add it: what the call cost in credits.`,
    unit: paramMessage`The unit of the price of ${'name'} must begin with "for each", as in @variablePrice("for each SMS segment").`,
    fixed: paramMessage`${'name'} has a fixed price and one that varies. Keep @credits or @variablePrice.`,
    keeps: paramMessage`${'name'} keeps charges, but has no price that varies. Add @variablePrice, or remove @keepsCharges.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const { priceUnit, microCredits, keepsCharges } = accessOf(program, operation)
      const report = (messageId: 'default' | 'unit' | 'fixed' | 'keeps') =>
        context.reportDiagnostic({ messageId, format: { name: operation.name }, target: operation })
      if (priceUnit === undefined) {
        if (keepsCharges) report('keeps')
        return
      }
      if (!/^for each \S/.test(priceUnit)) report('unit')
      if (microCredits > 0) report('fixed')
      const result = resultOf(program, operation)
      if (!result || ![...propertiesInside(result)].some(({ name }) => name === 'cost_credits')) report('default')
    },
  }),
})

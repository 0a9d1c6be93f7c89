import { createRule, paramMessage } from '@typespec/compiler'
import { accessOf } from '../../common/access.ts'
import { isApiOperation } from '../operations.ts'

/** Access is never granted because someone forgot to declare it. */
export const needsDeclaredRule = createRule({
  name: 'needs-declared',
  severity: 'warning',
  description: 'An operation says who may call it.',
  messages: {
    default: paramMessage`${'name'} does not say who may call it. Add @needs(Caller.open), @needs(Caller.caller) or @needs(Caller.account).`,
  },
  create: (context) => ({
    operation: (operation) => {
      if (!isApiOperation(context.program, operation) || accessOf(context.program, operation).needs) return
      context.reportDiagnostic({ format: { name: operation.name }, target: operation })
    },
  }),
})

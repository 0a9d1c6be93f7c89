import { createRule, paramMessage } from '@typespec/compiler'
import { getHttpOperation } from '@typespec/http'
import { accessOf, isMetered } from '../../common/access.ts'
import { isApiOperation } from '../operations.ts'

/** Payment clients learn a call's price from the 402 response; a document without it hides the price. */
export const metered402Rule = createRule({
  name: 'metered-402',
  severity: 'warning',
  description: 'A metered operation documents the 402 response.',
  messages: {
    default: paramMessage`${'name'} has a price but no 402 response. Mount its interface with @family or with a @door of style "tools" or "legacy", which add it.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation) || !isMetered(accessOf(program, operation))) return
      const [{ responses }] = getHttpOperation(program, operation)
      if (responses.some(({ statusCodes }) => statusCodes === 402)) return
      context.reportDiagnostic({ format: { name: operation.name }, target: operation })
    },
  }),
})

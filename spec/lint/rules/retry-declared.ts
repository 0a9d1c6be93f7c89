import { createRule, paramMessage } from '@typespec/compiler'
import { getHttpOperation } from '@typespec/http'
import { isApiOperation } from '../operations.ts'

const repeatable = new Set(['get', 'head'])

/** Clients repeat lost calls on their own: a call that must not be repeated has to say so. */
export const retryDeclaredRule = createRule({
  name: 'retry-declared',
  severity: 'warning',
  description: 'An operation other than a GET says whether it may be repeated.',
  messages: {
    default: paramMessage`${'name'} does not say whether it may be repeated. Add @idempotent (a second call leaves the same state), @unsafe (it acts again) or @privateSearch (it only reads).`,
    several: paramMessage`${'name'} says ${'declared'}, which exclude each other. Keep one of them.`,
    reads: paramMessage`${'name'} is a GET, which may always be repeated. Remove ${'declared'}, or make it a POST.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const names: string[] = operation.decorators.map(({ definition }) => definition?.name ?? '')
      const declared = ['@idempotent', '@unsafe', '@privateSearch', '@bodyFormOf'].filter((name) =>
        names.includes(name),
      )
      const [{ verb }] = getHttpOperation(program, operation)
      const format = { name: operation.name, declared: declared.join(' and ') }
      if (repeatable.has(verb)) {
        if (declared.length > 0) context.reportDiagnostic({ messageId: 'reads', format, target: operation })
      } else if (declared.length === 0) {
        context.reportDiagnostic({ messageId: 'default', format, target: operation })
      } else if (declared.length > 1) {
        context.reportDiagnostic({ messageId: 'several', format, target: operation })
      }
    },
  }),
})

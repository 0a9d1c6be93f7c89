import { createRule, paramMessage } from '@typespec/compiler'
import { resolveOperationId } from '@typespec/openapi'
import { accessOf } from '../../common/access.ts'
import { isApiOperation, mountOf } from '../operations.ts'

/** One name, many spellings: all of them are derived from the operation id. */
export const operationIdRule = createRule({
  name: 'operation-id',
  severity: 'warning',
  description: 'The operation id is <family>.<method>.',
  messages: {
    unmounted: paramMessage`${'name'} has no family. Put it in an interface with @family("<name>"), or with @door(...) if it has its own path.`,
    differs: paramMessage`The operation id must be ${'expected'}. Remove @operationId: the id is derived from the interface and the method's name.`,
    spelling: paramMessage`The operation id ${'actual'} must be lower case: name the interface like "notes" and the method like "add" (words joined by "_" only outside families).`,
    bodyForm: paramMessage`${'actual'} takes the arguments of ${'form'} from a body, so name it ${'expected'}.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const mount = mountOf(operation)
      if (!mount) {
        context.reportDiagnostic({ messageId: 'unmounted', format: { name: operation.name }, target: operation })
        return
      }
      const actual = resolveOperationId(program, operation)
      const expected = `${mount.name}.${operation.name}`
      const form = accessOf(program, operation).bodyFormOf
      const ownId = operation.decorators.some(({ definition }) => definition?.name === '@operationId')
      if (ownId || actual !== expected) {
        context.reportDiagnostic({ messageId: 'differs', format: { expected }, target: operation })
      } else if (form) {
        const body = `${form}_body`
        if (actual !== body) {
          context.reportDiagnostic({
            messageId: 'bodyForm',
            format: { actual, form, expected: body },
            target: operation,
          })
        }
      } else if (!(mount.kind === 'family' ? familySpelling : doorSpelling).test(actual)) {
        context.reportDiagnostic({ messageId: 'spelling', format: { actual }, target: operation })
      }
    },
  }),
})

const familySpelling = /^[a-z]+\.[a-z]+$/
const doorSpelling = /^[a-z]+\.[a-z][a-z0-9_]*$/

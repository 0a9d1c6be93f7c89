import { createRule, paramMessage } from '@typespec/compiler'
import { getHttpOperation } from '@typespec/http'
import { accessOf } from '../../common/access.ts'
import { isApiOperation, mountOf } from '../operations.ts'

const toolApi = '/api/v1/'

/** A caller who knows a method's name knows its path; nothing else may be among the tool API's paths. */
export const toolPathRule = createRule({
  name: 'tool-path',
  severity: 'warning',
  description: 'The path of a method is /api/v1/<family>/<method>; no other operation is under /api/v1/.',
  messages: {
    default: paramMessage`The path is ${'actual'}, but must be ${'expected'}. Remove @route: @family gives the path.`,
    trespass: paramMessage`${'actual'} is among the paths of the tool API. Mount the interface with @family, or choose a path outside ${'root'}.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      const mount = isApiOperation(program, operation) ? mountOf(operation) : undefined
      if (!mount) return
      const [{ path: actual }] = getHttpOperation(program, operation)
      if (mount.kind === 'door') {
        if (actual.startsWith(toolApi)) {
          context.reportDiagnostic({ messageId: 'trespass', format: { actual, root: toolApi }, target: operation })
        }
        return
      }
      const form = accessOf(program, operation).bodyFormOf
      const expected = `${toolApi}${(form ?? `${mount.name}.${operation.name}`).replace('.', '/')}`
      if (actual !== expected)
        context.reportDiagnostic({ messageId: 'default', format: { actual, expected }, target: operation })
    },
  }),
})

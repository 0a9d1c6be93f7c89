import { createRule, getOpExamples, paramMessage } from '@typespec/compiler'
import { isHeader } from '@typespec/http'
import { isApiOperation, isDoor } from '../operations.ts'

/** Examples feed the reference, the mock server, the contract tests, the tool catalogue and the client's README. */
export const exampleRule = createRule({
  name: 'example',
  severity: 'warning',
  description: 'An operation has an example of its arguments and of its result.',
  messages: {
    default: paramMessage`${'name'} has no example. Add @opExample(#{ parameters: #{ ... }, returnType: #{ _: 200, result: #{ ... } } }).`,
    parameters: paramMessage`The example of ${'name'} has no arguments. Add parameters: #{ ... } with realistic values.`,
    returnType: paramMessage`The example of ${'name'} has no result. Add returnType: #{ _: 200, result: #{ ... } } for these arguments.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const { name } = operation
      const examples = getOpExamples(program, operation)
      if (examples.length === 0) {
        context.reportDiagnostic({ messageId: 'default', format: { name }, target: operation })
        return
      }
      // Headers are read by doors and are not arguments: mounting adds one to many operations.
      const takesArguments = [...operation.parameters.properties.values()].some((each) => !isHeader(program, each))
      if (takesArguments && !examples.some((example) => hasFields(example.parameters))) {
        context.reportDiagnostic({ messageId: 'parameters', format: { name }, target: operation })
      }
      // A door may return bytes, for which TypeSpec has no value.
      if (!isDoor(program, operation) && !examples.some((example) => example.returnType)) {
        context.reportDiagnostic({ messageId: 'returnType', format: { name }, target: operation })
      }
    },
  }),
})

function hasFields(value: ReturnType<typeof getOpExamples>[number]['parameters']): boolean {
  return value?.valueKind === 'ObjectValue' && value.properties.size > 0
}

import { createRule, getOpExamples, type Model, paramMessage } from '@typespec/compiler'
import { accessOf } from '../../common/access.ts'
import { isApiOperation } from '../operations.ts'
import { propertiesInside, resultOf } from '../results.ts'

/** Providers that do something for the caller or give the caller's own things: their results have no publisher. */
const servants = new Set(['browser', 'drive', 'images', 'model', 'push', 'sandbox', 'sms', 'smtp', 'webmail'])

const wanted = ['source', 'as_of', 'stale']

/** Anyone who shows data about the world has to name its origin, and needs to know its age. */
export const provenanceRule = createRule({
  name: 'provenance',
  severity: 'warning',
  description: 'A result from a provider of data names its source and age, and its example the attribution.',
  messages: {
    default: paramMessage`The result of ${'name'} comes from a provider and has no ${'missing'}. Spread it: ...Provenance.`,
    attribution: paramMessage`The example of ${'name'} names no attribution, which the provider requires or readers expect. Add it to the example.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const { provider } = accessOf(program, operation)
      const result = provider && !servants.has(provider) ? resultOf(program, operation) : undefined
      if (!result) return
      const names = namesInside(result)
      const missing = wanted.filter((name) => !names.has(name))
      const { name } = operation
      if (missing.length > 0) {
        context.reportDiagnostic({ format: { name, missing: missing.join(', ') }, target: operation })
      }
      if (!names.has('attribution')) return
      const isShown = getOpExamples(program, operation).some(({ returnType }) => holdsField(returnType, 'attribution'))
      if (!isShown) context.reportDiagnostic({ messageId: 'attribution', format: { name }, target: operation })
    },
  }),
})

function namesInside(model: Model): Set<string> {
  return new Set([...propertiesInside(model)].map(({ name }) => name))
}

type ExampleValue = ReturnType<typeof getOpExamples>[number]['returnType']

function holdsField(value: ExampleValue, name: string): boolean {
  if (value?.valueKind === 'ArrayValue') return value.values.some((each) => holdsField(each, name))
  if (value?.valueKind !== 'ObjectValue') return false
  return value.properties.has(name) || [...value.properties.values()].some((each) => holdsField(each.value, name))
}

import { createRule, getExamples, isErrorModel, isTemplateInstance, paramMessage } from '@typespec/compiler'
import { isOfService } from '../operations.ts'

/** The reference and the mock show errors by these; without one they show `{"error":"string"}`. */
export const errorExampleRule = createRule({
  name: 'error-example',
  severity: 'warning',
  description: 'Every error has an example, one for each code.',
  messages: {
    default: paramMessage`The error ${'name'} has no example. Add @example(#{ _: <status>, error: "<sentence>", code: "<code>" }, #{ title: "<code>" }), one for each of its codes.`,
  },
  create: (context) => ({
    model: (model) => {
      const { program } = context
      if (!model.name || isTemplateInstance(model) || !isOfService(program, model.namespace)) return
      if (!isErrorModel(program, model) || getExamples(program, model).length > 0) return
      context.reportDiagnostic({ format: { name: model.name }, target: model })
    },
  }),
})

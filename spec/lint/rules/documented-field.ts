import { createRule, getDoc, paramMessage } from '@typespec/compiler'
import { isBody, isStatusCode } from '@typespec/http'
import { isOfService } from '../operations.ts'

/** A field without a sentence is a field whose unit, form and absence the reader has to guess. */
export const documentedFieldRule = createRule({
  name: 'documented-field',
  severity: 'warning',
  description: 'Every field of a model has a description.',
  messages: {
    default: paramMessage`${'name'} has no description. Add a /** ... */ comment: what it holds, in which unit, and when it is absent.`,
  },
  create: (context) => ({
    modelProperty: (property) => {
      const { program } = context
      const { model } = property
      if (!model?.name || !isOfService(program, model.namespace)) return
      if (isStatusCode(program, property) || isBody(program, property)) return
      if (
        property.decorators.some(({ definition }) => definition?.name === '@header') &&
        property.type.kind === 'String'
      )
        return
      if (getDoc(program, property)?.trim()) return
      context.reportDiagnostic({ format: { name: `${model.name}.${property.name}` }, target: property })
    },
  }),
})

import { createRule, getDoc, paramMessage } from '@typespec/compiler'
import { isBody, isStatusCode } from '@typespec/http'
import { isOfService } from '../operations.ts'

/** Without a description, readers have to guess a field's unit, format and when it is absent. */
export const documentedFieldRule = createRule({
  name: 'documented-field',
  severity: 'warning',
  description: 'Every field of a model has a description.',
  messages: {
    default: paramMessage`${'name'} has no description. Add a /** ... */ comment: its meaning, its unit, and when it is absent.`,
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

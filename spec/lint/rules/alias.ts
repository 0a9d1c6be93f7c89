import { createRule, type ModelProperty, paramMessage } from '@typespec/compiler'
import { getExtensions } from '@typespec/openapi'
import { isOfService } from '../operations.ts'
import { propertiesOf } from '../results.ts'

/** A caller who reads "Alias of" must find that name beside it, and either name must do. */
export const aliasRule = createRule({
  name: 'alias',
  severity: 'warning',
  description: 'An alias names a field beside it, of the same type, which is not an alias itself.',
  messages: {
    default: paramMessage`${'alias'} is an alias of ${'main'}, but ${'model'} has no field of that name that is not an alias. Add ${'main'}, or correct the name in @aliasOf.`,
    type: paramMessage`${'alias'} is an alias of ${'main'}, but their types or their requiredness differ. Give both the same type, and make both required or both optional.`,
    required: paramMessage`${'alias'} is a required argument and an alias, so that both names would have to be sent. Make ${'main'} the only required one.`,
    fallback: paramMessage`${'alias'} has a default, which would count as a second value for ${'main'}. Give the default to ${'main'} alone.`,
  },
  create: (context) => ({
    modelProperty: (property) => {
      const { program } = context
      const { model } = property
      const main = getExtensions(program, property).get('x-alias-of') as string | undefined
      if (main === undefined || !model?.name || !isOfService(program, model.namespace)) return
      const report = (messageId: 'default' | 'type' | 'required' | 'fallback') => {
        const format = { alias: property.name, main, model: model.name }
        context.reportDiagnostic({ messageId, format, target: property })
      }
      const named = [...propertiesOf(model)].find(({ name }) => name === main)
      if (!named || getExtensions(program, named).has('x-alias-of')) report('default')
      else if (!haveSameType(named, property)) report('type')
      else if (!property.optional && model.name.endsWith('Args')) report('required')
      if (property.defaultValue !== undefined) report('fallback')
    },
  }),
})

function haveSameType(one: ModelProperty, other: ModelProperty): boolean {
  return one.type === other.type && one.optional === other.optional
}

import { createRule, isUnknownType, type Model, paramMessage, type Type } from '@typespec/compiler'
import { isOfService } from '../operations.ts'

/** Anything the document does not describe is neither validated nor typed, and no reader understands it. */
export const noUnknownRule = createRule({
  name: 'no-unknown',
  severity: 'warning',
  description: 'Nothing is of type unknown.',
  messages: {
    default: paramMessage`${'name'} is of type unknown. Describe it with a model; if its format is truly defined elsewhere, put #suppress "@onedoor/spec-lint/no-unknown" "<why>" above it.`,
  },
  create: (context) => {
    const report = (name: string, target: Type) =>
      context.reportDiagnostic({ messageId: 'default', format: { name }, target })
    return {
      modelProperty: (property) => {
        const { model } = property
        if (!model?.name || !isOfService(context.program, model.namespace)) return
        if (holdsUnknown(property.type)) report(`${model.name}.${property.name}`, property)
      },
      model: (model) => {
        if (isOfService(context.program, model.namespace) && isUnknownMap(model)) report(model.name, model)
      },
      union: (union) => {
        if (!union.name || !isOfService(context.program, union.namespace)) return
        for (const { type } of union.variants.values()) if (holdsUnknown(type)) report(union.name, union)
      },
      operation: (operation) => {
        if (!isOfService(context.program, operation.interface?.namespace ?? operation.namespace)) return
        for (const property of operation.parameters.properties.values()) {
          const isInline = !property.sourceProperty && !property.model?.name
          if (isInline && holdsUnknown(property.type)) report(`${operation.name}.${property.name}`, property)
        }
        if (holdsUnknown(operation.returnType)) report(`The result of ${operation.name}`, operation)
      },
    }
  },
})

/** Unknown itself, or a list, map or union of it. Named models report on their own. */
function holdsUnknown(type: Type): boolean {
  if (isUnknownType(type)) return true
  if (type.kind === 'Union')
    return !type.name && [...type.variants.values()].some((variant) => holdsUnknown(variant.type))
  if (type.kind === 'Tuple') return type.values.some(holdsUnknown)
  if (type.kind !== 'Model') return false
  if (type.name === 'Array' || type.name === 'Record')
    return type.indexer !== undefined && holdsUnknown(type.indexer.value)
  return !type.name && [...type.properties.values()].some((property) => holdsUnknown(property.type))
}

function isUnknownMap(model: Model): boolean {
  return model.indexer !== undefined && holdsUnknown(model.indexer.value)
}

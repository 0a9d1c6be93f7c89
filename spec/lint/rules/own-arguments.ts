import {
  createRule,
  type Model,
  type ModelProperty,
  type Operation,
  type Program,
  paramMessage,
} from '@typespec/compiler'
import { isHeader } from '@typespec/http'
import { accessOf } from '../../common/access.ts'
import { isApiOperation, isOfService } from '../operations.ts'

/** The one model that may be shared: it is empty. */
const noArguments = 'NoArguments'

/**
 * Examples and bounds belong to the arguments' model, and query arguments become components of the document: two
 * operations on one model would show each other's examples and change each other's arguments.
 */
export const ownArgumentsRule = createRule({
  name: 'own-arguments',
  severity: 'warning',
  description: 'The arguments of an operation are one model that no other operation uses.',
  messages: {
    default: paramMessage`${'name'} shares its arguments ${'model'} with ${'other'}. Give each its own model, even if the fields are the same.`,
    inline: paramMessage`${'name'} does not take ${'argument'} from its own model. Put all its arguments in one model, ${'better'}.`,
  },
  create: (context) => {
    const usedBy = new Map<Model, Operation>()
    return {
      operation: (operation) => {
        const { program } = context
        if (!isApiOperation(program, operation)) return
        const name = fullName(operation)
        const models = argumentModels(program, operation)
        // Headers are read by doors and are not arguments: mounting adds one to many operations.
        const stray = [...operation.parameters.properties.values()].find(
          (property) => !isHeader(program, property) && !isOfOne(models, property),
        )
        if (stray || models.length > 1) {
          const argument = stray?.name ?? models.map((model) => model.name).join(' and ')
          const better = `${operation.interface?.name ?? ''}${capitalised(operation.name)}Args`
          context.reportDiagnostic({ messageId: 'inline', format: { name, argument, better }, target: operation })
        }
        for (const model of models) {
          if (model.name === noArguments) continue
          const other = usedBy.get(model)
          if (!other) usedBy.set(model, operation)
          else if (!areFormsOfOne(program, operation, other)) {
            const format = { name, model: model.name, other: fullName(other) }
            context.reportDiagnostic({ messageId: 'default', format, target: operation })
          }
        }
      },
    }
  },
})

/** The models that are spread into the operation's parameters, directly or by its template. */
function argumentModels(program: Program, operation: Operation): Model[] {
  const spread = operation.parameters.sourceModels.filter(({ usage }) => usage === 'spread').map(({ model }) => model)
  if (spread.length > 0) return spread
  const fromTemplate = operation.sourceOperation
  if (!fromTemplate) return []
  return argumentModels(program, fromTemplate).filter((model) => isOfService(program, model.namespace))
}

/** Whether the parameter is a copy, or a copy of a copy, of a property of one of the models. */
function isOfOne(models: Model[], parameter: ModelProperty): boolean {
  for (let at: ModelProperty | undefined = parameter; at; at = at.sourceProperty) {
    const { name } = at
    if (models.some((model) => model.properties.get(name) === at)) return true
  }
  return false
}

/** The same method taking its arguments from the query and from a body. */
function areFormsOfOne(program: Program, one: Operation, two: Operation): boolean {
  return accessOf(program, one).bodyFormOf === fullName(two) || accessOf(program, two).bodyFormOf === fullName(one)
}

function fullName(operation: Operation): string {
  return `${operation.interface?.name.toLowerCase() ?? ''}.${operation.name}`
}

function capitalised(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

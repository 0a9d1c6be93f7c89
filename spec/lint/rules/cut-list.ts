import { createRule, getDoc, type Model, type ModelProperty, type Operation, paramMessage } from '@typespec/compiler'
import { isApiOperation, isDoor } from '../operations.ts'
import { entryOf, isListType, propertiesOf, resultOf } from '../results.ts'

/** Fields that lead to the next page. The service for short links spells its own in its older style. */
const nextFields = ['next_cursor', 'next_offset', 'nextCursor', 'nextOffset']
/** Fields that show that a list continues: its total, that it was cut, or the next page. */
const moreFields = ['total', 'is_truncated', 'omitted', ...nextFields]
const saysCut = /\bat most (?:[\d,]+|ten|twenty|`limit`)|\bthe latest [\d,]+\b/i

/**
 * A list that ends at a bound reads as complete, and a model will say that there is no more. A caller who may choose how many entries
 * a list has can also read the others.
 */
export const cutListRule = createRule({
  name: 'cut-list',
  severity: 'warning',
  description: 'A list that is cut says how much there is, and a list with a limit leads to its end.',
  messages: {
    default: paramMessage`${'name'} takes a limit, but its result does not lead to the next page. Add next_cursor or next_offset; if there is nothing more to read, put #suppress "@onedoor/spec-lint/cut-list" "<why>" above it.`,
    bounded: paramMessage`${'name'} is cut, but nothing beside it says how much there is. Add total, omitted or is_truncated.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation) || isDoor(program, operation)) return
      const result = resultOf(program, operation)
      if (!result) return
      const lists = listsIn(result)
      if (
        operation.parameters.properties.has('limit') &&
        lists.some(({ model }) => model === result) &&
        !hasAny(result, nextFields)
      ) {
        context.reportDiagnostic({ format: { name: fullName(operation) }, target: operation })
      }
      for (const { model, property } of lists) {
        if (hasAny(model, moreFields) || !saysCut.test(getDoc(program, property) ?? '')) continue
        const name = `${model.name}.${property.name}`
        context.reportDiagnostic({ messageId: 'bounded', format: { name }, target: property })
      }
    },
  }),
})

/** The lists of models in a result and directly inside it, with the model that each belongs to. */
function listsIn(result: Model): { model: Model; property: ModelProperty }[] {
  const inside = [...propertiesOf(result)].flatMap(({ type }) =>
    type.kind === 'Model' && !isListType(type) ? [type] : [],
  )
  return [result, ...inside].flatMap((model) =>
    [...propertiesOf(model)]
      .filter(({ type }) => isListType(type) && entryOf(type).kind === 'Model')
      .map((property) => ({ model, property })),
  )
}

function hasAny(model: Model, names: readonly string[]): boolean {
  return [...propertiesOf(model)].some(({ name }) => names.includes(name))
}

function fullName(operation: Operation): string {
  return `${operation.interface?.name.toLowerCase() ?? ''}.${operation.name}`
}

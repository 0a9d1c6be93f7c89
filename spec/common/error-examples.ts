import {
  getExamples,
  isErrorModel,
  type Model,
  navigateProgram,
  type Program,
  serializeValueAsJson,
} from '@typespec/compiler'
import { isHeader, isStatusCode } from '@typespec/http'
import { setExtension } from '@typespec/openapi'

/**
 * Emits the `@example`s of every error as `x-examples`, by their titles, or else by the status: the emitter keeps only one
 * of them, with the headers and the status inside the body. A fix of the document puts them where readers look.
 */
export function $onValidate(program: Program): void {
  navigateProgram(program, {
    model: (model) => {
      if (!isErrorModel(program, model)) return
      const examples = getExamples(program, model)
      if (examples.length === 0) return
      const notInBody = new Set(propertiesOutsideBody(program, model))
      // Decorators are applied from the last to the first.
      const named = examples.toReversed().map(({ title = 'example', value }) => {
        const whole = serializeValueAsJson(program, value, model) as Record<string, unknown>
        return [title, Object.fromEntries(Object.entries(whole).filter(([name]) => !notInBody.has(name)))] as const
      })
      setExtension(program, model, 'x-examples', Object.fromEntries(named) as never)
    },
  })
}

function propertiesOutsideBody(program: Program, model: Model): string[] {
  return [...model.properties.values()]
    .filter((property) => isStatusCode(program, property) || isHeader(program, property))
    .map(({ name }) => name)
}

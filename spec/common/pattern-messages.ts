import { getPatternData, navigateProgram, type Program, type Type } from '@typespec/compiler'
import { setExtension } from '@typespec/openapi'

/**
 * Emits the message of each `@pattern` as `x-pattern-message`, so that callers see what is allowed instead of a regular
 * expression.
 */
export function $onValidate(program: Program): void {
  const note = (type: Type) => {
    const message = getPatternData(program, type)?.validationMessage
    if (message) setExtension(program, type, 'x-pattern-message', message)
  }
  navigateProgram(program, { scalar: note, modelProperty: note })
}

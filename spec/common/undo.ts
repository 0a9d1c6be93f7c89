import type { DecoratorContext, Operation } from '@typespec/compiler'
import { setExtension } from '@typespec/openapi'

export function $undo(
  { program }: DecoratorContext,
  target: Operation,
  operation: string,
  args: Record<string, string | boolean>,
  onlyIf?: string,
) {
  setExtension(program, target, 'x-undo', {
    operation,
    arguments: args,
    ...(onlyIf === undefined ? {} : { if: onlyIf }),
  })
}

export const $decorators = { Onedoor: { undo: $undo } }

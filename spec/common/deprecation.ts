import type { DecoratorContext, ModelProperty, Operation } from '@typespec/compiler'
import { setExtension } from '@typespec/openapi'

export function $sunset(
  { program }: DecoratorContext,
  target: Operation | ModelProperty,
  deprecated: string,
  end: string,
  instead?: string,
) {
  setExtension(program, target, 'x-deprecated', deprecated as never)
  setExtension(program, target, 'x-sunset', end as never)
  if (instead !== undefined) setExtension(program, target, 'x-instead', instead as never)
}

export const $decorators = { Onedoor: { sunset: $sunset } }

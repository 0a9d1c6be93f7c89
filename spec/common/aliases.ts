import { $doc, type DecoratorContext, getDoc, type ModelProperty } from '@typespec/compiler'
import { setExtension } from '@typespec/openapi'

export function $aliasOf(context: DecoratorContext, target: ModelProperty, name: string) {
  const { program } = context
  setExtension(program, target, 'x-alias-of', name as never)
  context.call($doc, target, [`Alias of \`${name}\`.`, getDoc(program, target)].filter(Boolean).join(' '))
}

export const $decorators = { Onedoor: { aliasOf: $aliasOf } }

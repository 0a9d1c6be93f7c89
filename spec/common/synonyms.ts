import type { DecoratorContext, Interface, Operation } from '@typespec/compiler'
import { getExtensions, setExtension } from '@typespec/openapi'

const key = 'x-synonyms'

/** On an interface, the phrases are those of each of its operations. Phrases of several decorators are joined. */
export function $synonyms(context: DecoratorContext, target: Operation | Interface, ...phrases: (string | string[])[]) {
  const { program } = context
  for (const operation of target.kind === 'Interface' ? target.operations.values() : [target]) {
    const present = (getExtensions(program, operation).get(key) ?? []) as string[]
    setExtension(program, operation, key, [...present, ...phrases.flat()] as never)
  }
}

export const $decorators = { Onedoor: { synonyms: $synonyms } }

import type { DecoratorContext, Model, ModelProperty, Operation } from '@typespec/compiler'
import { getExtensions, setExtension } from '@typespec/openapi'

type Target = Model | Operation

/** Adds one relation to `x-relations`, in the order in which the spec lists them. */
function relate(context: DecoratorContext, target: Target, relation: Readonly<Record<string, string>>) {
  const { program } = context
  const listed = (getExtensions(program, target).get('x-relations') ?? []) as Readonly<Record<string, string>>[]
  // The compiler applies decorators from the last to the first.
  setExtension(program, target, 'x-relations', [relation, ...listed] as never)
}

export function $holds(context: DecoratorContext, target: Target, comparison: string) {
  relate(context, target, { holds: comparison })
}

export function $sorted(context: DecoratorContext, target: Target, by: string) {
  relate(context, target, { sorted: by })
}

export function $distinct(context: DecoratorContext, target: Target, path: string) {
  relate(context, target, { distinct: path })
}

export function $counted(context: DecoratorContext, target: Target, list: string = 'items') {
  relate(context, target, { counted: list })
}

export function $echoes(context: DecoratorContext, target: Target, names: string) {
  for (const name of names
    .split(',')
    .map((each) => each.trim())
    .toReversed())
    relate(context, target, { holds: `${name} = args.${name}` })
}

export function $past(context: DecoratorContext, target: ModelProperty) {
  setExtension(context.program, target, 'x-past', true as never)
}

export const $decorators = {
  Onedoor: {
    holds: $holds,
    echoes: $echoes,
    sorted: $sorted,
    distinct: $distinct,
    counted: $counted,
    past: $past,
  },
}

import type { Model, ModelProperty, Operation, Program, Type } from '@typespec/compiler'
import { isBody, isStatusCode } from '@typespec/http'

/** The model of an operation's successful result, without the envelope `result`; undefined where it is no model. */
export function resultOf(program: Program, operation: Operation): Model | undefined {
  const { returnType } = operation
  const types = returnType.kind === 'Union' ? [...returnType.variants.values()].map(({ type }) => type) : [returnType]
  for (const type of types) {
    if (type.kind !== 'Model') continue
    const inside = [...propertiesOf(type)].find(
      (property) => isBody(program, property) || (property.name === 'result' && hasOnlyStatusBeside(program, type)),
    )
    if (inside?.type.kind === 'Model') return inside.type
  }
  return undefined
}

function hasOnlyStatusBeside(program: Program, model: Model): boolean {
  return [...propertiesOf(model)].every((property) => property.name === 'result' || isStatusCode(program, property))
}

/** A model's properties and those of its bases. */
export function* propertiesOf(model: Model): Generator<ModelProperty> {
  for (let at: Model | undefined = model; at; at = at.baseModel) yield* at.properties.values()
}

/** The entries of a list, or the type itself. */
export function entryOf(type: Type): Type {
  return type.kind === 'Model' && type.name === 'Array' && type.indexer ? type.indexer.value : type
}

export function isListType(type: Type): boolean {
  return type.kind === 'Model' && type.name === 'Array'
}

/** Every property of a model and of all models inside it, each model once. */
export function* propertiesInside(model: Model, seen = new Set<Model>()): Generator<ModelProperty> {
  if (seen.has(model)) return
  seen.add(model)
  for (const property of propertiesOf(model)) {
    yield property
    const inner = entryOf(property.type)
    if (inner.kind === 'Model') yield* propertiesInside(inner, seen)
  }
}

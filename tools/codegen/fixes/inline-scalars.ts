import { type Document, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'

const prefix = '#/components/schemas/'
const narrower: Readonly<Record<string, (a: number, b: number) => number>> = {
  minimum: Math.max,
  minLength: Math.max,
  maximum: Math.min,
  maxLength: Math.min,
}

/**
 * Writes every named text or number where it is used, and removes its name: generators of Java and Rust make a class of
 * it, or of the `allOf` around it, that does not exist. A query parameter with a default also gets its enum inline.
 * Objects, and enums elsewhere, keep their names.
 *
 * @throws Error where a named type and its use have different patterns: one schema can have only one
 */
export function inlineScalars(document: Document): void {
  const { schemas, parameters = {} } = document.components
  for (const { operation } of operationsOf(document)) {
    for (const reference of operation.parameters ?? []) inlineEnum(document, resolve(document, reference).schema)
  }
  for (const { schema } of Object.values(parameters)) inlineEnum(document, schema)
  const scalars = new Map(Object.entries(schemas).filter(([, schema]) => isScalar(schema)))
  inlineIn(document, scalars)
  for (const name of scalars.keys()) delete schemas[name]
  dropUnusedEnums(document)
}

/** An enum that was inlined at every use no longer needs a name. */
function dropUnusedEnums(document: Document): void {
  const { schemas } = document.components
  const text = JSON.stringify(document)
  for (const [name, { enum: values }] of Object.entries(schemas)) {
    if (values !== undefined && !text.includes(`"${prefix}${name}"`)) delete schemas[name]
  }
}

function isScalar({ type, enum: values }: Schema): boolean {
  return type !== undefined && type !== 'object' && type !== 'array' && values === undefined
}

/** A parameter's enum with a default: `allOf` around the reference. */
function inlineEnum(document: Document, schema: Schema): void {
  const [base, ...others] = schema.allOf ?? []
  if (!base?.$ref || others.length > 0) return
  const target = resolve(document, base)
  if (target.enum) merge(schema, target)
}

function inlineIn(value: unknown, scalars: ReadonlyMap<string, Schema>): void {
  if (typeof value !== 'object' || value === null) return
  const node = value as Schema
  const direct = scalarOf(node, scalars)
  const [base, ...others] = node.allOf ?? []
  const wrapped = base && others.length === 0 ? scalarOf(base, scalars) : undefined
  if (direct) {
    delete node.$ref
    Object.assign(node, structuredClone(direct))
  } else if (wrapped) {
    merge(node, wrapped)
  }
  for (const [key, inner] of Object.entries(node)) if (key !== 'example' && key !== 'examples') inlineIn(inner, scalars)
}

function scalarOf({ $ref }: Schema, scalars: ReadonlyMap<string, Schema>): Schema | undefined {
  return typeof $ref === 'string' && $ref.startsWith(prefix) ? scalars.get($ref.slice(prefix.length)) : undefined
}

/** Inlines the named type: the keywords of the use win, except that the narrower bound applies. */
function merge(use: Schema, named: Schema): void {
  if (use.pattern !== undefined && named.pattern !== undefined && use.pattern !== named.pattern) {
    throw new Error(`${named.description ?? 'A named type'}: its use has another pattern, ${use.pattern}`)
  }
  const own = { ...use }
  delete own.allOf
  for (const key of Object.keys(use)) delete use[key]
  Object.assign(use, structuredClone(named), own)
  for (const [bound, narrow] of Object.entries(narrower)) {
    const [a, b] = [named[bound], own[bound]]
    if (typeof a === 'number' && typeof b === 'number') use[bound] = narrow(a, b)
  }
}

import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'
import { deprecatedTag, docComment, indent, keyOf, sourceOf } from './text.ts'

/**
 * A schema without references and inheritance: its references and bases are copied into one. Keywords
 * beside a reference, such as a description, win.
 */
export function shapeOf(document: Document, schema: Schema): Schema {
  if (schema.$ref) {
    const { $ref, ...beside } = schema
    return { ...shapeOf(document, resolve(document, { $ref })), ...beside }
  }
  const { allOf, ...own } = schema
  const bases = (allOf ?? []).map((base) => shapeOf(document, base))
  const shape: Schema = Object.assign({}, ...bases, own)
  const properties = Object.assign({}, ...bases.map((base) => base.properties), own.properties)
  const required = [...new Set([...bases.flatMap((base) => base.required ?? []), ...(own.required ?? [])])]
  if (Object.keys(properties).length > 0) shape.properties = properties
  if (required.length > 0) shape.required = required
  return shape
}

/** Writes schemas as TypeScript types and remembers which named ones they need. */
export class TypeWriter {
  readonly #document: Document
  readonly #taken: ReadonlySet<string>
  readonly #bytes: string | undefined
  readonly #declared = new Set<string>()
  readonly #wanted: string[] = []

  /** `taken` are names that no schema may have, `bytes` the type of what an argument takes instead of base64. */
  constructor(document: Document, taken: ReadonlySet<string>, bytes?: string) {
    this.#document = document
    this.#taken = taken
    this.#bytes = bytes
  }

  /** The type of a value, such as `Note[]`. */
  typeOf(schema: Schema): string {
    const name = referredName(schema)
    if (name !== undefined)
      return this.#isNamed(this.#document.components.schemas[name])
        ? this.#want(name)
        : this.typeOf(resolve(this.#document, schema))
    const { allOf } = schema
    if (allOf?.length === 1 && allOf[0] && !schema.properties) return this.typeOf(allOf[0])
    if (schema.enum) return schema.enum.map((value) => sourceOf(value)).join(' | ')
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return variants.map((variant) => this.typeOf(variant)).join(' | ')
    return this.#plainType(schema)
  }

  #plainType(schema: Schema): string {
    const shape = shapeOf(this.#document, schema)
    if (shape.type === 'array') return arrayOf(this.typeOf(shape.items ?? {}))
    if (shape.properties) return `{\n${indent(this.fieldsOf(schema, false))}\n}`
    if (shape.type === 'object') {
      const values =
        typeof shape.additionalProperties === 'object' ? this.typeOf(shape.additionalProperties) : 'unknown'
      return `Record<string, ${values}>`
    }
    if (shape.type === 'integer' || shape.type === 'number') return 'number'
    if (shape.type === 'string' || shape.type === 'boolean') return shape.type
    return 'unknown'
  }

  /**
   * The fields of an object schema, as the body of an interface. Those of arguments have their limits in the comments,
   * and may be bytes where the document says so.
   */
  fieldsOf(schema: Schema, isArguments: boolean): string {
    const shape = shapeOf(this.#document, schema)
    const required = new Set(shape.required)
    return Object.entries(shape.properties ?? {})
      .map(([name, property]) => {
        const facts = shapeOf(this.#document, property)
        const comment = docComment([facts.description ?? '', deprecatedTag(facts), isArguments ? boundsOf(facts) : ''])
        const bytes = isArguments && this.#bytes && facts['x-bytes'] ? ` | ${this.#bytes}` : ''
        return `${comment}${keyOf(name)}${required.has(name) ? '' : '?'}: ${this.typeOf(property)}${bytes}`
      })
      .join('\n')
  }

  /** A declaration of a schema under a name. */
  declare(name: string, schema: Schema, isArguments: boolean): string {
    if (this.#taken.has(name))
      throw new Error(`The schema ${name} has the name of a type of the client; rename it in the spec`)
    if (this.#declared.has(name)) throw new Error(`Two types of the client would be called ${name}`)
    this.#declared.add(name)
    const shape = shapeOf(this.#document, schema)
    const comment = docComment([shape.description ?? ''])
    if (shape.enum) return `${comment}export type ${name} =\n${enumOf(shape.enum)}`
    if (shape.properties && !shape.anyOf && !shape.oneOf) {
      return `${comment}export interface ${name} {\n${indent(this.fieldsOf(schema, isArguments))}\n}`
    }
    if (shape.type === 'object' && !shape.additionalProperties && !shape.anyOf && !shape.oneOf) {
      return `${comment}export type ${name} = Record<string, never>`
    }
    return `${comment}export type ${name} = ${this.typeOf(shape)}`
  }

  /** Declarations of all named schemas that were referred to and not yet declared, including those they refer to. */
  pending(): string[] {
    const declarations: string[] = []
    for (let name = this.#wanted.shift(); name !== undefined; name = this.#wanted.shift()) {
      const schema = this.#document.components.schemas[name]
      if (schema && !this.#declared.has(name)) declarations.push(this.declare(name, schema, false))
    }
    return declarations
  }

  /** Objects, enums and unions keep their name; a named string or number is written as its type. */
  #isNamed(schema: Schema | undefined): boolean {
    if (!schema) return false
    const shape = shapeOf(this.#document, schema)
    return Boolean(shape.properties || shape.enum || shape.anyOf || shape.oneOf || shape.type === 'object')
  }

  #want(name: string): string {
    if (!this.#declared.has(name)) this.#wanted.push(name)
    return name
  }
}

function referredName({ $ref }: Schema): string | undefined {
  const prefix = '#/components/schemas/'
  return $ref?.startsWith(prefix) ? $ref.slice(prefix.length) : undefined
}

const boundKeywords = ['default', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'format']

/** An argument's limits as comment tags: `@default 20`. A minimum length of 1 and number formats are left out. */
function boundsOf(shape: Schema): string {
  return boundKeywords
    .filter((keyword) => shape[keyword] !== undefined)
    .filter((keyword) => !(keyword === 'minLength' && shape[keyword] === 1))
    .filter((keyword) => !(keyword === 'format' && shape.type !== 'string'))
    .map((keyword) => `@${keyword} ${keyword === 'default' ? sourceOf(shape[keyword]) : shape[keyword]}`)
    .join('\n')
}

function enumOf(values: unknown[]): string {
  return values.map((value) => `  | ${sourceOf(value)}`).join('\n')
}

function arrayOf(type: string): string {
  return type.includes(' | ') ? `(${type})[]` : `${type}[]`
}

import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'
import type { ClientMethod } from '../client/methods.ts'
import { shapeOf } from '../client/schema-types.ts'
import { deprecatedTag } from '../client/text.ts'
import { aligned, goComment, goDeprecation, goName, tabbed } from './names.ts'

const prefix = '#/components/schemas/'

/** A field of a struct: an argument, or a part of a result. */
export interface GoField {
  /** The name in JSON. */
  name: string
  goName: string
  /** The type, without the `*` of one that can be absent. */
  type: string
  isPointer: boolean
  schema: Schema
  tag: string
}

/** Writes schemas as Go types, and declares those that have a name. */
export class GoTypes {
  readonly #document: Document
  readonly #declared = new Map<string, string>()
  /** What each name in the package was taken for. */
  readonly #owners = new Map<string, unknown>()

  /** `taken` are names that no schema may have. */
  constructor(document: Document, taken: Iterable<string>) {
    this.#document = document
    for (const name of taken) this.#owners.set(name, 'the client')
  }

  /** The type of a value, such as `[]Note`; `owner` becomes the name of a type that has none in the document. */
  typeOf(schema: Schema, owner: string): string {
    if (schema.$ref?.startsWith(prefix)) {
      return this.typeOf(resolve(this.#document, schema), goName(schema.$ref.slice(prefix.length)))
    }
    const { allOf } = schema
    if (allOf?.length === 1 && allOf[0] && !schema.properties) return this.typeOf(allOf[0], owner)
    const shape = shapeOf(this.#document, schema)
    if (shape.anyOf || shape.oneOf) return 'any'
    if (shape.enum?.every((value) => typeof value === 'string')) return this.#enum(owner, schema)
    if (shape.type === 'array') return `[]${this.typeOf(shape.items ?? {}, `${owner}Item`)}`
    if (shape.properties || (shape.type === 'object' && !shape.additionalProperties)) return this.struct(owner, schema)
    if (shape.type === 'object') {
      const { additionalProperties: values } = shape
      return `map[string]${typeof values === 'object' ? this.typeOf(values, `${owner}Value`) : 'any'}`
    }
    if (shape.type === 'integer') return shape.format === 'int64' ? 'int64' : 'int'
    const plain: Record<string, string> = { number: 'float64', string: 'string', boolean: 'bool' }
    return plain[shape.type ?? ''] ?? 'any'
  }

  /** Declares an object as a struct of this name, which it returns. Arguments have their limits in the comments. */
  struct(name: string, schema: Schema, isArguments = false): string {
    return this.#declare(name, schema, () => {
      // gofmt aligns the fields between two comments.
      const runs: { comment: string; rows: string[][] }[] = []
      for (const { goName: field, type, isPointer, schema: property, tag } of this.fieldsOf(
        name,
        schema,
        isArguments,
      )) {
        const facts = shapeOf(this.#document, property)
        const text = `${facts.description ?? ''}${isArguments ? boundsOf(facts) : ''}`.trim()
        const comment = goComment(text, goDeprecation(deprecatedTag(facts)))
        const row = [field, `${isPointer ? '*' : ''}${type}`, `\`${tag}\``]
        if (comment || runs.length === 0) runs.push({ comment, rows: [row] })
        else runs.at(-1)?.rows.push(row)
      }
      const body = tabbed(runs.map(({ comment, rows }) => comment + aligned(rows)).join(''))
      return `${this.#commentOf(schema)}type ${name} struct${body ? ` {\n${body}` : '{'}}\n`
    })
  }

  /** The fields of an object in the document's order; two for an argument that takes text or bytes. */
  fieldsOf(owner: string, schema: Schema, isArguments = false): GoField[] {
    const shape = shapeOf(this.#document, schema)
    const required = new Set(shape.required)
    const taken = new Set<string>()
    return Object.entries(shape.properties ?? {}).flatMap(([name, property]): GoField[] => {
      const exported = fieldNameOf(name)
      const alongside = isArguments && shapeOf(this.#document, property)['x-bytes']
      const names = alongside ? [exported, `${exported}Bytes`] : [exported]
      for (const each of names) {
        if (taken.has(each)) throw new Error(`The Go type ${owner} would have two ${each}; rename one in the spec`)
        taken.add(each)
      }
      const type = this.typeOf(property, owner + exported)
      // A tag of - alone leaves the field out.
      const tag = `json:"${name}${name === '-' && required.has(name) ? ',' : ''}${required.has(name) ? '' : ',omitempty'}"`
      const isPointer = !required.has(name) && !/^(\[|map|any)/.test(type)
      const field = { name, goName: exported, type, isPointer, schema: property, tag }
      if (!alongside) return [field]
      const others = Object.entries(alongside).map(([other, value]) => `,${other}=${value}`)
      const bytes = { ...field, type: '[]byte', isPointer: false }
      if (others.length === 0) return [bytes]
      const schemaOfBytes = { description: `Bytes to send as \`${name}\`, in place of a text.` }
      const tagOfBytes = `json:"-" bytes:"${name}${others.join('')}"`
      return [field, { ...bytes, goName: `${field.goName}Bytes`, schema: schemaOfBytes, tag: tagOfBytes }]
    })
  }

  #enum(name: string, schema: Schema): string {
    return this.#declare(name, schema, () => {
      const values = shapeOf(this.#document, schema).enum as string[]
      const rows = values.map((value) => [
        this.#take(constantOf(name, value), value),
        name,
        `= ${JSON.stringify(value)}`,
      ])
      return `${this.#commentOf(schema)}type ${name} string\n\nconst (\n${tabbed(aligned(rows))})\n`
    })
  }

  #commentOf(schema: Schema): string {
    const { description, ...facts } = shapeOf(this.#document, schema)
    return goComment(description, goDeprecation(deprecatedTag(facts)))
  }

  #declare(name: string, schema: Schema, write: () => string): string {
    if (this.#owners.get(name) === schema) return name
    this.#take(name, schema)
    this.#declared.set(name, '')
    this.#declared.set(name, write())
    return name
  }

  #take(name: string, owner: unknown): string {
    if (this.#owners.has(name)) throw new Error(`The Go client would have two ${name}; rename one in the spec`)
    this.#owners.set(name, owner)
    return name
  }

  /** A free name for a variable of the package: this one, or with a word after it. */
  variable(name: string): string {
    return this.#take(this.#owners.has(name) ? `${name}Operation` : name, 'an operation')
  }

  /** The declarations of all types, in the order of their first reference. */
  declarations(): string {
    return [...this.#declared.values()].join('\n')
  }
}

type Named = Pick<ClientMethod, 'family' | 'name'>

/** The name of the type of a method's arguments; undefined if it takes none. */
export function argsTypeOf({ argsName, family, name }: Named & { argsName: string | undefined }): string | undefined {
  return argsName && `${goName(family)}${goName(name)}Args`
}

/** The type of the result of a method, without the package. */
export function resultTypeOf({ family, name, result }: Named & { result: Schema }, types: GoTypes): string {
  return types.typeOf(result, `${goName(family)}${goName(name)}Result`)
}

/** The name of a field in Go: it begins with a capital, which others than letters do not have. */
function fieldNameOf(name: string): string {
  const written = goName(name)
  return /^[A-Z]/.test(written) ? written : `X${written}`
}

/** The name of an enum's constant. */
export function constantOf(type: string, value: string): string {
  return type + (goName(value) || 'None')
}

const boundKeywords = ['default', 'minimum', 'maximum', 'maxLength', 'minItems', 'maxItems']

/** An argument's limits in brackets, as in ` (maxLength 200)`. */
function boundsOf(shape: Schema): string {
  const bounds = boundKeywords
    .filter((keyword) => shape[keyword] !== undefined)
    .map((keyword) => `${keyword} ${JSON.stringify(shape[keyword])}`)
  return bounds.length > 0 ? ` (${bounds.join(', ')})` : ''
}

import { type Document, resolve, type Schema } from '#runtime/base/openapi.ts'
import { shapeOf } from '../client/schema-types.ts'
import { docstring, indented, isPlainName, pythonSource } from './names.ts'

const prefix = '#/components/schemas/'
const typingNames = ['Any', 'Dict', 'List', 'Literal', 'TypedDict', 'Union']

/** Writes schemas as Python types and remembers which named ones they need. */
export class PythonTypes {
  readonly #document: Document
  readonly #wanted = new Set<string>()

  constructor(document: Document) {
    this.#document = document
  }

  /**
   * The type of a value, such as `List[Note]`; names of schemas are prefixed with `module`, such as `t.`, and are between
   * the `quotes`, such as `"` where the schema may be declared below.
   */
  typeOf(schema: Schema, module = '', quotes = ''): string {
    const inner = (each: Schema) => this.typeOf(each, module, quotes)
    if (schema.$ref?.startsWith(prefix)) {
      const name = schema.$ref.slice(prefix.length)
      const target = this.#document.components.schemas[name]
      if (!target || !this.#isNamed(target)) return inner(resolve(this.#document, schema))
      this.#wanted.add(name)
      return quotes + module + name + quotes
    }
    const { allOf } = schema
    if (allOf?.length === 1 && allOf[0] && !schema.properties) return inner(allOf[0])
    if (schema.enum) return `Literal[${schema.enum.map(pythonSource).join(', ')}]`
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return `Union[${[...new Set(variants.map(inner))].join(', ')}]`
    const shape = shapeOf(this.#document, schema)
    if (shape.type === 'array') return `List[${inner(shape.items ?? {})}]`
    if (shape.type === 'object' || shape.properties) {
      const values = typeof shape.additionalProperties === 'object' ? inner(shape.additionalProperties) : 'Any'
      return `Dict[str, ${shape.properties ? 'Any' : values}]`
    }
    const plain: Record<string, string> = { integer: 'int', number: 'float', string: 'str', boolean: 'bool' }
    return plain[shape.type ?? ''] ?? 'Any'
  }

  /** Objects with fields, enums and unions keep their name; a named string or number is written as its type. */
  #isNamed(schema: Schema): boolean {
    const shape = shapeOf(this.#document, schema)
    return Boolean(shape.properties || shape.enum || shape.anyOf || shape.oneOf)
  }

  #declare(name: string, schema: Schema): string {
    if (typingNames.includes(name))
      throw new Error(`The schema ${name} has the name of a Python type; rename it in the spec`)
    const shape = shapeOf(this.#document, schema)
    if (!shape.properties || shape.anyOf || shape.oneOf) {
      const comment = linesOf(shape.description ?? '').map((line) => `# ${line}`.trimEnd())
      return `${shape.description ? `${comment.join('\n')}\n` : ''}${name} = ${this.typeOf(shape, '', '"')}`
    }
    const required = new Set(shape.required)
    const fields = Object.entries(shape.properties)
    const has = (isRequired: boolean) => fields.filter(([field]) => required.has(field) === isRequired)
    const text = docstring([shape.description ?? ''])
    // A class declares for all its fields at once whether they are required, so two are needed if both occur.
    if (has(true).length === 0 || has(false).length === 0) {
      return this.#dictOf(name, fields, has(true).length > 0, text, 'TypedDict')
    }
    return `${this.#dictOf(`_${name}Required`, has(true), true, '', 'TypedDict')}\n\n\n${this.#dictOf(name, has(false), false, text, `_${name}Required`)}`
  }

  #dictOf(name: string, fields: [string, Schema][], isTotal: boolean, text: string, base: string): string {
    if (fields.every(([field]) => isPlainName(field))) {
      const body = fields
        .map(([field, schema]) => `${this.#commentOf(schema)}${field}: ${this.typeOf(schema)}\n`)
        .join('')
      return `class ${name}(${base}${isTotal ? '' : ', total=False'}):\n${indented(`${text}${text ? '\n' : ''}${body}`)}`.trimEnd()
    }
    // A field named like a keyword can only be written as a string.
    const entries = fields.map(
      ([field, schema]) =>
        `${this.#commentOf(schema)}${JSON.stringify(field)}: ${JSON.stringify(this.typeOf(schema))},\n`,
    )
    const own = `_${name.replace(/^_/, '')}Fields`
    const bases = base === 'TypedDict' ? own : `${base}, ${own}`
    return `${own} = TypedDict(\n    "${own}",\n    {\n${indented(entries.join(''), 2)}    },\n    total=${isTotal ? 'True' : 'False'},\n)\n\n\nclass ${name}(${bases}${isTotal ? '' : ', total=False'}):\n${indented(text || 'pass\n')}`.trimEnd()
  }

  #commentOf(schema: Schema): string {
    const { description } = shapeOf(this.#document, schema)
    return description
      ? linesOf(description)
          .map((line) => `# ${line}\n`)
          .join('')
      : ''
  }

  /** types.py: every named schema that was referred to, and what those refer to. */
  module(): string {
    const written = new Map<string, string>()
    // Declaring one may add others; iteration over a set includes entries added meanwhile.
    for (const name of this.#wanted)
      written.set(name, this.#declare(name, this.#document.components.schemas[name] as Schema))
    const isAlias = (text: string) => /^(#.*\n)*\w+ = (?!TypedDict)/.test(text)
    const texts = [...written.values()]
    // An alias is evaluated in place; the names in it are quoted, so that it may come first.
    return [...texts.filter(isAlias), ...texts.filter((text) => !isAlias(text))].join('\n\n\n')
  }
}

/** Python ends a line at a carriage return too: what follows would be code. */
const linesOf = (text: string) => text.split(/\r\n|\r|\n/)

import { aliasOf, type Document, type Schema } from '#runtime/base/openapi.ts'
import { operationFacts } from '../../operations.ts'
import { type ClientMethod, clientMethods } from '../client/methods.ts'
import { shapeOf } from '../client/schema-types.ts'
import { docComment, indent, sourceOf } from '../client/text.ts'

/**
 * generated/cli/: what the command line knows about every operation. An index of names, which general help and
 * completion need, and a file per family, loaded when that family is used. Returns content by path in the folder.
 * Throws for an argument that cannot be given as an option.
 */
export function cliData(document: Document): Map<string, string> {
  const header = '// Written by `npm run generate` from spec/. Do not edit.\n'
  const families = Map.groupBy(clientMethods(document, operationFacts(document)), ({ family }) => family)
  const described = new Map(document.tags.map(({ name, description }) => [name, description ?? '']))
  const entries = [...families].map(([family, methods]) => {
    const names = methods.map(({ name }) => name)
    const description = described.get(family) ?? ''
    return `${family}: {
  description: ${sourceOf(firstSentence(description))},
  methods: ${sourceOf(names)},
  load: async () => (await import('./${family}.ts')).methods,
},`
  })
  const index = `${header}${types}
/** Every family: its purpose, its methods, and how to load their details. */
export const families: Readonly<Record<string, CliFamily>> = {
${indent(entries.join('\n'))}
}
`
  const files = [...families].map(([family, methods]) => {
    const rows = methods.map((method) => `  ${sourceOf(methodRow(document, method))},\n`)
    const content = `${header}import type { CliMethod } from './index.ts'\n\nexport const methods: readonly CliMethod[] = [\n${rows.join('')}]\n`
    return [`${family}.ts`, content] as const
  })
  return new Map([['index.ts', index], ...files])
}

const types = `
export interface CliFamily {
  readonly description: string
  readonly methods: readonly string[]
  readonly load: () => Promise<readonly CliMethod[]>
}

${docComment(['One argument of an operation. Absent bounds do not apply.'])}export interface CliArgument {
  readonly name: string
  /** An object is given as JSON. */
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object'
  /** It may be given several times. */
  readonly isList?: true
  readonly isRequired?: true
  /** It is another name of this argument. */
  readonly aliasOf?: string
  readonly description: string
  readonly default?: string | number | boolean
  /** The only values it accepts. */
  readonly values?: readonly string[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  /** Fields of an object. */
  readonly fields?: readonly string[]
  /** In Unicode code points. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** One operation. */
export interface CliMethod {
  readonly name: string
  readonly summary: string
  readonly description: string
  readonly needs: 'open' | 'caller' | 'account'
  /** Price of a call; 0 is free, unless the price varies. */
  readonly microCredits: number
  /** What is paid for, where the price varies. */
  readonly priceUnit?: string
  /** Since when it is deprecated, from when it may be missing (days in UTC), and what to use instead. */
  readonly deprecation?: { readonly since: string; readonly end: string; readonly instead?: string }
  /** It takes a payment for the credits it buys. */
  readonly isTopUp?: true
  /** Its result is a page of \`list\`; the value of \`next\` goes into \`argument\` for the next page. */
  readonly paging?: { readonly argument: string; readonly next: string; readonly list: string }
  /**
   * Its result is a file: the field that holds the content, and the one that says \`base64\` if it is not plain text.
   */
  readonly file?: { readonly content: string; readonly encoding?: string }
  readonly args: readonly CliArgument[]
  /** The document's own example of its arguments. */
  readonly example: Readonly<Record<string, unknown>>
}
`

function methodRow(document: Document, method: ClientMethod): Record<string, unknown> {
  const { name, summary, description, needs, microCredits, priceUnit, deprecation, isTopUp, paging, args, example } =
    method
  const shape = shapeOf(document, args)
  const required = new Set(shape.required)
  return {
    name,
    summary,
    description,
    needs,
    microCredits,
    ...present({ priceUnit, deprecation }),
    ...(isTopUp ? { isTopUp } : {}),
    ...(paging ? { paging } : {}),
    ...present({ file: fileOf(document, method) }),
    args: Object.entries(shape.properties ?? {}).map(([argument, schema]) =>
      argumentRow(document, method.id, argument, schema, required.has(argument)),
    ),
    example: example.args,
  }
}

/** The fields of a result that is a file: one that gives its media type, or its encoding. */
export function fileOf(document: Document, { result }: ClientMethod): Record<string, string> | undefined {
  const fields = Object.keys(shapeOf(document, result).properties ?? {})
  const encoding = fields.find((name) => name === 'encoding')
  if (!fields.includes('content') || !(encoding || fields.includes('contentType'))) return undefined
  return { content: 'content', ...(encoding ? { encoding } : {}) }
}

const optionTypes = ['string', 'integer', 'number', 'boolean', 'object']

function argumentRow(document: Document, id: string, name: string, schema: Schema, isRequired: boolean) {
  const shape = shapeOf(document, schema)
  const isList = shape.type === 'array'
  const item = isList ? shapeOf(document, shape.items ?? {}) : shape
  if (item.type === undefined || !optionTypes.includes(item.type)) {
    throw new Error(`The argument ${name} of ${id} is of type ${item.type}: the command line has no option for it`)
  }
  const { description = '', default: fallback, minItems, maxItems } = shape
  const fields = item.type === 'object' ? Object.keys(item.properties ?? {}) : []
  const { enum: values, format, minimum, maximum, minLength, maxLength } = item
  return present({
    name,
    type: item.type,
    isList: isList || undefined,
    fields: fields.length > 0 ? fields : undefined,
    isRequired: isRequired || undefined,
    aliasOf: aliasOf(shape),
    description,
    default: fallback,
    values,
    // Number formats are sizes in memory; string formats say what to write.
    format: item.type === 'string' ? format : undefined,
    minimum,
    maximum,
    minLength,
    maxLength,
    minItems,
    maxItems,
  })
}

function present(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0].replaceAll('\n', ' ') ?? text
}

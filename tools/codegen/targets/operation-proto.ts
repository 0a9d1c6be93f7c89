import { type Document, type Operation, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'

/** What a .proto file says about a field that the document does not. */
export interface ProtoField {
  readonly number: number
  /** Whether a field that is left out differs from an empty one. */
  readonly optional?: true
  /** For an integer that JSON has as decimal digits in a string, as protobuf's JSON does. */
  readonly type?: 'int64'
  /** Replaces the document's description where protobuf differs, or where a schema mentions what this file does not contain. */
  readonly comment?: string
}

/** A message: a number, or more, for every property of its schema. */
export interface ProtoMessage {
  readonly fields: Readonly<Record<string, number | ProtoField>>
  /** Numbers that removed fields had. */
  readonly reserved?: readonly number[]
}

/** A protobuf service whose methods are operations of a family. Messages and methods are written in this order. */
export interface ProtoService {
  readonly family: string
  readonly name: string
  /** Messages inside requests and responses. One can combine several schemas; the first provides its descriptions. */
  readonly messages: Readonly<Record<string, ProtoMessage & { readonly schemas: readonly [string, ...string[]] }>>
  readonly methods: Readonly<Record<string, { readonly request: ProtoMessage; readonly response: ProtoMessage }>>
}

interface Property {
  readonly type: string
  readonly digits: boolean
  readonly comment: string
}

const maxColumns = 120
const decimalDigits = '^\\d+$'

/**
 * The .proto file of a family's operations. Its messages are the schemas of the document; `service` adds the numbers.
 *
 * @throws Error for an operation that does not exist, a property without a number, a number without a property, and a
 *   property whose type does not fit
 */
export function operationProto(document: Document, service: ProtoService): string {
  const { family, name } = service
  const messages = Object.entries(service.messages).map(([message, { schemas, ...numbers }]) =>
    messageText(
      document,
      service,
      message,
      schemas.map((schema) => ({ $ref: `#/components/schemas/${schema}` })),
      numbers,
    ),
  )
  const rpcs: string[] = []
  for (const [method, { request, response }] of Object.entries(service.methods)) {
    const { operationId, description = '', requestBody, responses } = operationOf(document, `${family}.${method}`)
    const rpc = method
      .split('_')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join('')
    const pairs = [
      [`${rpc}Request`, requestBody?.content, request, `Arguments of \`${operationId}\`.`],
      [`${rpc}Response`, responses['200']?.content, response, `Result of \`${operationId}\`.`],
    ] as const
    for (const [message, content, numbers, comment] of pairs) {
      const schema = content?.['application/json']?.schema
      if (!schema) throw new Error(`${family}.proto: ${operationId} has no JSON for ${message}`)
      messages.push(messageText(document, service, message, [schema], numbers, comment))
    }
    rpcs.push(`${comments(description, '  ')}  rpc ${rpc}(${rpc}Request) returns (${rpc}Response);\n`)
  }

  const about = document.tags.find((tag) => tag.name === family)?.description ?? ''
  const rule =
    'The same operations as over HTTP, with the same errors and prices. A value described as absent or omitted is empty, 0 or false here, unless the field is optional.'
  return [
    `// Written by \`npm run generate\` from spec/. Do not edit.\n`,
    `${comments(`${about} ${rule}`)}syntax = "proto3";\n`,
    `package ${family};\n`,
    ...messages,
    `${comments(about)}service ${name} {\n${rpcs.join('')}}\n`,
  ].join('\n')
}

function operationOf(document: Document, id: string): Operation {
  const found = operationsOf(document).find(({ operation }) => operation.operationId === id)
  if (!found) throw new Error(`There is no operation ${id}, which the protobuf service has as a method`)
  return found.operation
}

function messageText(
  document: Document,
  service: ProtoService,
  message: string,
  schemas: readonly Schema[],
  { fields, reserved = [] }: ProtoMessage,
  comment = '',
): string {
  const properties = propertiesOf(document, service, message, schemas)
  for (const property of properties.keys()) {
    if (Object.hasOwn(fields, property)) continue
    throw new Error(`${service.family}.proto: ${message}.${property} has no number; give it the next free one`)
  }
  const lines = Object.entries(fields).map(([property, field]) => {
    const found = properties.get(property)
    if (found) return fieldText(`${service.family}.proto: ${message}`, property, found, field)
    throw new Error(
      `${service.family}.proto: ${message}.${property} has a number, but the document has no such property; reserve the number if it was released`,
    )
  })
  const about = comments(resolve(document, schemas[0] ?? {}).description ?? comment)
  if (lines.length === 0 && reserved.length === 0) return `${about}message ${message} {}\n`
  const kept = reserved.length > 0 ? `  reserved ${reserved.join(', ')};\n\n` : ''
  return `${about}message ${message} {\n${kept}${lines.join('')}}\n`
}

function fieldText(where: string, property: string, found: Property, field: number | ProtoField): string {
  const { number, optional, type, comment = found.comment } = typeof field === 'number' ? { number: field } : field
  if (type && !found.digits) {
    throw new Error(
      `${where}.${property} is declared ${type}, but the document does not give decimal digits (${decimalDigits})`,
    )
  }
  const label = optional ? 'optional ' : ''
  return `${comments(comment, '  ')}  ${label}${type ?? found.type} ${property} = ${number};\n`
}

/** The properties of a message by name: those of all its schemas, which must agree on their types. */
function propertiesOf(
  document: Document,
  service: ProtoService,
  message: string,
  schemas: readonly Schema[],
): Map<string, Property> {
  const properties = new Map<string, Property>()
  for (const schema of schemas) {
    for (const [name, property] of Object.entries(resolve(document, schema).properties ?? {})) {
      const where = `${service.family}.proto: ${message}.${name}`
      const { pattern } = target(document, property)
      const type = protoType(document, service, where, property)
      const known = properties.get(name)
      if (known && known.type !== type)
        throw new Error(`${where} is ${known.type} in one schema and ${type} in another`)
      const digits = type === 'string' && pattern === decimalDigits
      properties.set(name, known ?? { type, digits, comment: property.description ?? '' })
    }
  }
  return properties
}

function protoType(document: Document, service: ProtoService, where: string, schema: Schema): string {
  const { type, format, items } = target(document, schema)
  if (type === 'string') return 'string'
  if (type === 'boolean') return 'bool'
  if (type === 'integer' && format === 'int32') return 'int32'
  if (type === 'array' && items && target(document, items).type !== 'array') {
    return `repeated ${protoType(document, service, where, items)}`
  }
  const reference = bare(schema).$ref?.split('/').at(-1) ?? ''
  const named = Object.entries(service.messages).find(([, { schemas }]) => schemas.includes(reference))
  if (named) return named[0]
  throw new Error(`${where} is ${reference || (type ?? 'untyped')}, which has no protobuf type here`)
}

/** The reference that the document wraps in `allOf` to put a description beside it. */
function bare(schema: Schema): Schema {
  const [only, ...more] = schema.allOf ?? []
  return only && more.length === 0 ? bare(only) : schema
}

function target(document: Document, schema: Schema): Schema {
  const found = resolve(document, bare(schema))
  return found.allOf?.length === 1 ? target(document, found) : found
}

/** A text as comment lines, wrapped; empty for an empty text. */
function comments(text: string, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= maxColumns) lines[lines.length - 1] = longer
    else lines.push(`${indent}// ${word}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}

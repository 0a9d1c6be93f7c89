import type { Document, Schema } from '#runtime/base/openapi.ts'
import { ruleMessage } from '#runtime/calls/faults.ts'
import type { FieldKind, Form, FormField, Rule } from '../../../src/doors/pages/reference/form-table.ts'
import { type Argument, type Method, referenceOf } from '../../../src/doors/pages/reference/model.ts'
import { type OperationFacts, operationFacts } from '../operations.ts'
import { fileOf } from './cli/index.ts'
import { clientMethods } from './client/methods.ts'
import { messagesByPattern } from './pattern-messages.ts'

/** Texts that may be longer have several lines. */
const maxLineChars = 300

/**
 * generated/docs/forms/: a file for each family, with what a form needs to know about each of its methods, by id. Aliases
 * and second forms are left out. Content by path.
 *
 * @throws Error for an argument that no kind of field can hold
 */
export function formFiles(document: Document): Map<string, string> {
  const facts = operationFacts(document)
  const byId = new Map(facts.map((each) => [each.id, each]))
  const files = new Map(clientMethods(document, facts).map((method) => [method.id, fileOf(document, method)]))
  const messages = messagesByPattern(document)
  const families = referenceOf(document, () => true)
  return new Map(
    families.flatMap(({ name, methods }) => {
      const forms = methods.flatMap((method) => {
        const own = byId.get(method.id)
        return own
          ? [[method.id, { ...callOf(own), ...present({ file: files.get(method.id) }), fields: fields(method, own) }]]
          : []
      })
      return forms.length > 0 ? [[`${name}.json`, `${JSON.stringify(Object.fromEntries(forms), null, 1)}\n`]] : []
    }),
  )

  function fields({ id, args }: Method, { aliases = {} }: OperationFacts): FormField[] {
    return args.filter(({ name }) => !(name in aliases)).map((argument) => fieldOf(id, argument, messages))
  }
}

function callOf(facts: OperationFacts): Omit<Form, 'fields'> {
  const { id, verb, path, hasBody, needs, kind, microCredits, priceUnit, capability, reportsProgress, topUp } = facts
  const others = present({ priceUnit, capability, reportsProgress, topUp })
  return { id, verb, path, hasBody, needs, kind, microCredits, ...others }
}

function fieldOf(id: string, argument: Argument, messages: ReadonlyMap<string, string>): FormField {
  const { name, place, isRequired, description, schema, itemSchema, example } = argument
  const kind = kindOf(schema, itemSchema)
  if (!kind) throw new Error(`The argument ${name} of ${id} is of type ${schema.type}: no field of a form can hold it`)
  return {
    name,
    kind,
    place,
    ...present({ isRequired: isRequired || undefined, mayBeEmpty: mayBeEmpty(kind, schema) || undefined }),
    description,
    rules: rulesOf(schema, messages),
    ...present({
      entryRules: itemSchema && rulesOf(itemSchema, messages),
      choices: (schema.enum ?? itemSchema?.enum) as string[] | undefined,
      default: schema.default,
      example,
      alongside: schema['x-bytes'] as Record<string, string> | undefined,
    }),
  }
}

const kindsByType: Readonly<Record<string, FieldKind>> = {
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  object: 'object',
}

function kindOf(schema: Schema, itemSchema: Schema | undefined): FieldKind | undefined {
  if (schema['x-bytes']) return 'bytes'
  if (schema.enum) return 'choice'
  if (itemSchema) return itemSchema.type === 'object' ? 'list of objects' : 'list of text'
  if (schema.type !== 'string') return kindsByType[schema.type ?? '']
  if (schema.format === 'date-time' || schema.format === 'date') return schema.format
  return (schema.maxLength ?? 0) > maxLineChars ? 'long text' : 'text'
}

const emptyKinds: readonly FieldKind[] = ['text', 'long text', 'bytes', 'list of text']

function mayBeEmpty(kind: FieldKind, { minLength = 0, minItems = 0, pattern = '', format }: Schema): boolean {
  return emptyKinds.includes(kind) && minLength + minItems === 0 && format === undefined && new RegExp(pattern).test('')
}

const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const

/** The rules that a form checks before it sends; the server checks them all again. */
function rulesOf(schema: Schema, messages: ReadonlyMap<string, string>): Rule[] {
  const { type, format, pattern, enum: allowedValues } = schema
  const rule = (keyword: string, limit: unknown, params: object): Rule => {
    return { keyword, limit, message: ruleMessage(keyword, params) }
  }
  return [
    ...(type === undefined || type === 'string' ? [] : [rule('type', type, { type })]),
    ...bounds.flatMap((keyword) => {
      const limit = schema[keyword]
      return limit === undefined ? [] : [rule(keyword, limit, { limit })]
    }),
    ...(pattern === undefined
      ? []
      : [{ ...rule('pattern', pattern, { pattern }), message: messages.get(pattern) ?? '' }]),
    ...(type === 'string' && format !== undefined ? [rule('format', format, { format })] : []),
    ...(allowedValues ? [rule('enum', allowedValues, { allowedValues })] : []),
  ]
}

function present<Row extends Record<string, unknown>>(
  row: Row,
): { [Name in keyof Row]?: Exclude<Row[Name], undefined> } {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as never
}

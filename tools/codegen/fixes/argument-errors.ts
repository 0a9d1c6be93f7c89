import { aliasOf, type Document, type Operation, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'

interface Fault {
  readonly path: string
  readonly message: string
  /** Distinguishes the shared example from others of that argument. */
  readonly rule: string
}

/**
 * Gives each operation an example of `invalid_argument` about one of its arguments, in place of the one that all share.
 * Operations with the same fault share the example.
 */
export function exemplifyArgumentErrors(document: Document): void {
  const examples = document.components.examples ?? {}
  for (const { operation } of operationsOf(document)) {
    const shown = operation.responses['400']?.content?.['application/json']?.examples
    if (!shown || hasOtherRules(document, operation)) continue
    const fault = faultOf(document, operation)
    for (const [title, example] of Object.entries(shown)) {
      const { $ref = '' } = example as { $ref?: string }
      const [model] = $ref.slice($ref.lastIndexOf('/') + 1).split('.')
      if (model === 'BadArguments' && title === 'invalid_argument') {
        shown[title] = share(examples, `${model}.${fault.path}.${fault.rule}`, bodyOf(fault))
      } else if (model === 'LegacyBadArguments') {
        shown[title] = share(examples, `${model}.${operation.operationId}`, legacyBodyOf(operation, fault))
      }
    }
  }
  dropUnused(document)
}

/** Addresses that are no methods have other sentences, and a body without fields takes any. */
function hasOtherRules(document: Document, operation: Operation): boolean {
  const body = operation.requestBody?.content['application/json']?.schema
  return operation['x-door'] === true || (body !== undefined && whole(document, body).properties === undefined)
}

function share(examples: Record<string, { value: unknown }>, name: string, value: unknown): { $ref: string } {
  examples[name] ??= { value }
  return { $ref: `#/components/examples/${name}` }
}

function bodyOf({ path, message }: Fault) {
  return { error: `${path} ${message}.`, code: 'invalid_argument', details: [{ path, message }] }
}

function legacyBodyOf({ operationId }: Operation, { path, message }: Fault) {
  return { id: operationId, code: 400, detail: `${path} ${message}`, status: 'Bad Request' }
}

/** A likely fault, in the words of the server: a missing argument, one that is too large or too long, or an unknown one. */
function faultOf(document: Document, operation: Operation): Fault {
  const args = argumentsOf(document, operation)
  const missing = args.find(({ isRequired }) => isRequired)
  if (missing) return { path: missing.name, message: 'is required', rule: 'required' }
  const faults = args.flatMap(({ name, schema }) => {
    const fault = beyondBounds(schema)
    return fault ? [{ path: name, ...fault }] : []
  })
  const id = operation.operationId
  const unknown = { path: 'colour', message: `is not an argument of ${id}`, rule: id }
  return faults.find(({ rule }) => rule.startsWith('max-')) ?? faults[0] ?? unknown
}

function beyondBounds({ type, maximum, maxLength, pattern, format, enum: values }: Schema) {
  if ((type === 'integer' || type === 'number') && maximum !== undefined)
    return { message: `must be at most ${maximum}`, rule: `max-${maximum}` }
  if (type !== 'string') return undefined
  if (values !== undefined && values.length > 1)
    return { message: `must be one of ${values.join(', ')}`, rule: `one-of-${values.join('-')}` }
  if (maxLength === undefined || pattern !== undefined || format !== undefined) return undefined
  return { message: `must have at most ${maxLength} characters`, rule: `length-${maxLength}` }
}

/** The arguments by their main names. One in the path is never missing. */
function argumentsOf(document: Document, { parameters = [], requestBody }: Operation) {
  const inQuery = parameters
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in === 'query' && aliasOf(parameter) === undefined)
    .map(({ name, schema, required = false }) => ({ name, schema: whole(document, schema), isRequired: required }))
  const reference = requestBody?.content['application/json']?.schema
  const body = reference && whole(document, reference)
  const inBody = Object.entries(body?.properties ?? {})
    .filter(([, schema]) => aliasOf(schema) === undefined)
    .map(([name, schema]) => ({
      name,
      schema: whole(document, schema),
      isRequired: body?.required?.includes(name) ?? false,
    }))
  return [...inQuery, ...inBody]
}

/** A schema with what it includes by `$ref` and `allOf`. */
function whole(document: Document, schema: Schema): Schema {
  const target = resolve(document, schema)
  return Object.assign({}, ...(target.allOf ?? []).map((part) => whole(document, part)), target)
}

/** The examples that all operations shared. */
function dropUnused(document: Document): void {
  const used = JSON.stringify(document.paths)
  const { examples = {} } = document.components
  for (const name of Object.keys(examples)) {
    if (name.includes('BadArguments.') && !used.includes(`"#/components/examples/${name}"`)) delete examples[name]
  }
}

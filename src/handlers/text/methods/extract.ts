import type { Handler, Result } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { createSchemaCheck, type JsonSchema, type SchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import { UnusableSchema } from '#runtime/outbound/models/schemas/schema-checker.ts'
import type { TextDeps } from '../index.ts'
import { runTask } from '../run-task.ts'

type Data = Result<'text.extract'>['data']

const missingName = '$missing'
const missingCheck = createSchemaCheck({
  type: 'object',
  properties: {
    [missingName]: { type: 'array', items: { type: 'string', maxLength: 200 }, minItems: 1, maxItems: 50 },
  },
  required: [missingName],
  additionalProperties: false,
})
const objectCheck = createSchemaCheck({ type: 'object', minProperties: 0 })

const common = 'You extract values from text. Take only what the text says. Never guess, complete or invent a value.'
const bySchema = `${common} Leave out everything that the text does not contain. If it does not contain a value that the JSON schema requires, answer only {"${missingName}": ["path of the value"]} instead.`
const byDescription = `${common} Extract what "wanted" describes, or what it gives an example of. Answer with a JSON object with a field for each value, named in snake_case and in English unless "wanted" names it. A list is under "items", a single value under "value". Leave out everything that the text does not contain.`

export default ({ models, schemas }: TextDeps): Handler<'text.extract'> =>
  async ({ text, schema: argument }, ctx) => {
    models.require('text')
    const request = parseSchemaArgument(argument)
    try {
      if ('description' in request) {
        const { description } = request
        const task = { instructions: byDescription, particulars: { wanted: description }, schema: objectCheck }
        return { data: withoutNulls(await runTask<Data>(models, ctx, text, task)) as Data }
      }
      const check = await schemas.check(request.schema, ctx.subject, ctx.signal)
      const value = await runTask<unknown>(models, ctx, text, { instructions: bySchema, schema: orMissing(check) })
      if (await isMissing(value)) throw notInText(value as Record<string, string[]>)
      return { data: asObject(value) }
    } catch (failure) {
      if (failure instanceof UnusableSchema) throw invalidArgument('schema', failure.message)
      throw failure
    }
  }

/** Accepts values by the schema, and reports of missing ones. */
function orMissing({ schema, faults }: SchemaCheck): SchemaCheck {
  return { schema, faults: async (value) => ((await isMissing(value)) ? [] : faults(value)) }
}

async function isMissing(value: unknown): Promise<boolean> {
  return (await missingCheck.faults(value)).length === 0
}

function notInText({ [missingName]: paths = [] }: Record<string, string[]>): ApiError {
  const names = paths.slice(0, 5).map((path) => quote(path))
  return new ApiError(
    'failed_precondition',
    `The text does not contain what the schema requires: ${names.join(', ')}${paths.length > 5 ? ' and more' : ''}`,
    { charged: false },
  )
}

function asObject(value: unknown): Data {
  if (Array.isArray(value)) return { items: value }
  return typeof value === 'object' && value !== null ? (value as Data) : { value }
}

/** Models write null for what the text does not contain. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, withoutNulls(each)]])),
  )
}

type Extraction = { readonly schema: JsonSchema } | { readonly description: string }

/** Keywords of which a JSON schema has at least one; an object without any is an example of the result. */
const keywords: ReadonlySet<string> = new Set(
  '$schema $id $ref $defs definitions type properties required items prefixItems enum const anyOf oneOf allOf not if additionalProperties patternProperties'.split(
    ' ',
  ),
)
const types: ReadonlySet<unknown> = new Set('object array string number integer boolean null'.split(' '))

/**
 * Parses the argument that says what to extract: a JSON schema, an example of the result, or a description in words.
 *
 * @throws ApiError invalid_argument for a JSON schema that is not valid JSON
 */
function parseSchemaArgument(argument: string): Extraction {
  const text = argument.trim()
  if (!text.startsWith('{')) return { description: text }
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    // Braces alone are a way to describe: {name, age}.
    if (!text.includes('"')) return { description: text }
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    const where = position === undefined ? '' : `: it is incomplete or invalid at character ${position}`
    throw invalidArgument('schema', `must be a valid JSON schema or a plain description${where}`)
  }
  return isSchema(parsed as JsonSchema) ? { schema: parsed as JsonSchema } : { description: text }
}

function isSchema(value: JsonSchema): boolean {
  if (!Object.keys(value).some((name) => keywords.has(name))) return false
  // {"type": "invoice", "total": 12.5} is an example.
  const { type } = value
  const isNamed = type === undefined || [type].flat().every((each) => types.has(each))
  return isNamed || Object.keys(value).some((name) => name !== 'type' && keywords.has(name))
}

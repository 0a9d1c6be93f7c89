import type { Result } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Context } from '#runtime/calls/context.ts'
import { createSchemaCheck, type SchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import { UnusableSchema } from '#runtime/outbound/models/schemas/schema-checker.ts'
import { runTask, type Task } from '../run-task.ts'
import type { TextParts } from '../text.ts'
import { readWanted } from '../schema-argument.ts'

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

const common = 'You extract values from texts. Take only what the text says: never guess, complete or invent a value.'
const bySchema = `${common} Leave out everything that the text does not contain. If it does not contain a value that the JSON schema requires, answer only {"${missingName}": ["path of the value"]} instead.`
const byDescription = `${common} Extract what "wanted" describes, or what it gives an example of. Answer with a JSON object with a field for each value, named in snake_case and in English unless "wanted" names it. A list is under "items", a single value under "value". Leave out everything that the text does not contain.`

/** Extracts values as JSON that is valid against the caller's schema, or follows the caller's description. */
export async function extract(
  { models, schemas }: TextParts,
  ctx: Context,
  { text, schema: argument }: { readonly text: string; readonly schema: string },
): Promise<Result<'text.extract'>> {
  models.require('text')
  const wanted = readWanted(argument)
  try {
    if ('description' in wanted) {
      const { description } = wanted
      const task = { instructions: byDescription, particulars: { wanted: description }, schema: objectCheck }
      return { data: withoutNulls(await runTask<Data>(models, ctx, text, task)) as Data }
    }
    const check = await schemas.check(wanted.schema, ctx.subject, ctx.signal)
    const task: Task = { instructions: bySchema, schema: orMissing(check) }
    const value = await runTask<unknown>(models, ctx, text, task)
    if (await isMissing(value)) throw notThere(value as Record<string, string[]>)
    return { data: asObject(value) }
  } catch (failure) {
    if (failure instanceof UnusableSchema) throw invalidArgument('schema', failure.message)
    throw failure
  }
}

function orMissing({ schema, faults }: SchemaCheck): SchemaCheck {
  return { schema, faults: async (value) => ((await isMissing(value)) ? [] : faults(value)) }
}

async function isMissing(value: unknown): Promise<boolean> {
  return (await missingCheck.faults(value)).length === 0
}

function notThere({ [missingName]: paths = [] }: Record<string, string[]>): ApiError {
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

/** Absent values are absent. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => (each === null ? [] : [[name, withoutNulls(each)]])),
  )
}

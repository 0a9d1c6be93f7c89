import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import type { JsonSchema, SchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import { UnusableSchema } from '#runtime/outbound/models/schemas/schema-checker.ts'
import type { WorkDeps } from './index.ts'

/**
 * The check of the results of a piece of work. The schema is compiled and values are checked in another process.
 *
 * @param text the schema as JSON
 * @param owner of the work
 * @throws ApiError invalid_argument naming the place if it is not a usable JSON schema of an object
 */
export async function resultCheck(
  { schemas }: Pick<WorkDeps, 'schemas'>,
  text: string,
  owner: string,
  signal: AbortSignal,
): Promise<SchemaCheck> {
  const schema = parsed(text)
  if (schema.type !== 'object')
    throw unusable('must have "type": "object" at its root, because the result is an object')
  try {
    return await schemas.check(schema, owner, signal)
  } catch (failure) {
    if (failure instanceof UnusableSchema) throw unusable(failure.message)
    throw failure
  }
}

function parsed(text: string): JsonSchema {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const position = /position (\d+)/.exec((error as Error).message)?.[1]
    const where = position === undefined ? 'it is incomplete' : `it is incomplete or invalid at character ${position}`
    throw unusable(`must be a JSON schema as JSON: ${where}`)
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonSchema
  throw unusable('must be a JSON object')
}

function unusable(predicate: string): ApiError {
  return invalidArgument('result_schema', predicate)
}

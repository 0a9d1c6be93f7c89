import { apiDocument, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'
import type { LoadPlan } from './measure.ts'

/** The operations that are measured without a database: both validated, both open in the measurement. */
export const openGet = 'maps.tile'
export const openPost = 'events.create'

/** The operation that is measured with and without charging. */
export const metered = 'text.classify'

const document = await apiDocument()

interface BenchedOperation {
  path: string
  verb: string
  /** The documented example of the result, which every server returns. */
  answer: { result: unknown }
  /** The documented example arguments. */
  exampleArguments: Record<string, unknown>
  /** JSON schemas without references, as peer frameworks take them. */
  querySchema: Schema
  bodySchema: Schema | undefined
  answerSchema: Schema
}

/** An operation as the peers need it. Throws when the document does not have it or has no example. */
export function benchedOperation(id: string): BenchedOperation {
  const placed = operationsOf(document).find(({ operation }) => operation.operationId === id)
  if (!placed) throw new Error(`${id} is not in the API document`)
  const { path, verb, operation } = placed
  const success = operation.responses['200']?.content?.['application/json']
  const body = operation.requestBody?.content['application/json']
  if (!success?.example) throw new Error(`${id} has no example to return`)
  const parameters = (operation.parameters ?? [])
    .map((parameter) => resolve(document, parameter))
    .filter((parameter) => parameter.in !== 'header')
  return {
    path,
    verb: verb.toUpperCase(),
    answer: success.example as { result: unknown },
    exampleArguments:
      (body?.example as Record<string, unknown> | undefined) ??
      Object.fromEntries(parameters.map(({ name, example }) => [name, example])),
    querySchema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, inline(schema)])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    bodySchema: body ? inline(body.schema) : undefined,
    answerSchema: inline(success.schema),
  }
}

/** A request for an operation, with its documented arguments if no others are given. */
export function requestFor(
  id: string,
  args: Record<string, unknown> = benchedOperation(id).exampleArguments,
): LoadPlan['requests'][number] {
  const { path, verb } = benchedOperation(id)
  if (verb === 'GET') {
    return { method: 'GET', path: `${path}?${new URLSearchParams(args as Record<string, string>)}` }
  }
  return { method: 'POST', path, body: JSON.stringify(args), headers: { 'content-type': 'application/json' } }
}

/** A schema with every reference replaced by its target, without keywords that are only for readers. */
function inline(schema: Schema): Schema {
  const { description: _, example: __, ...target } = resolve(document, schema)
  const parts = (target.allOf ?? []).map(inline)
  const { allOf: ___, ...own } = target
  return Object.assign({}, ...parts, own, {
    ...(target.properties
      ? {
          properties: Object.fromEntries(Object.entries(target.properties).map(([name, part]) => [name, inline(part)])),
        }
      : {}),
    ...(target.items ? { items: inline(target.items) } : {}),
  })
}

/** How many notes the measured account has. */
export const noteCount = 10_000
export const noteTitle = (index: number): string => `Note number ${index}`
export const noteText = 'Oats, lemons, coffee, and something to read on the train home.'

import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { type Document, operationsOf, resolve, type Schema } from '#runtime/base/openapi.ts'
import type { OperationFacts } from '../operations.ts'

const head = `import type { Context } from '#runtime/calls/context.ts'
import type { StreamedResult } from '#runtime/calls/streamed.ts'
import type { operations } from './types.ts'
import type { OperationId } from './operations.ts'

type Simplify<T> = { [Key in keyof T]: T[Key] } & {}
type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>
type QueryOf<Id extends OperationId> = Given<operations[Id]['parameters']['query']>
type PathOf<Id extends OperationId> = Given<operations[Id]['parameters']['path']>
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } }
}
  ? Body
  : unknown

type AnswerOf<Id extends OperationId> = operations[Id]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** The arguments of an operation as a caller gives them. */
export type CallArgs<Id extends OperationId> = Simplify<QueryOf<Id> & PathOf<Id> & BodyOf<Id>>

type Certain<T, Keys extends PropertyKey> = Simplify<T & Required<Pick<T, Keys & keyof T>>>

type MainArgs<Id extends OperationId> = Id extends keyof AliasArguments
  ? Simplify<Omit<CallArgs<Id>, AliasArguments[Id]>>
  : CallArgs<Id>

/** The arguments of an operation after validation: defaults filled in, aliases replaced by their main names. */
export type Args<Id extends OperationId> = Id extends keyof DefaultedArguments
  ? Certain<MainArgs<Id>, DefaultedArguments[Id]>
  : MainArgs<Id>

/**
 * What a handler of the operation returns: the \`result\` if the response has that envelope, otherwise the whole body.
 */
export type Result<Id extends OperationId> = AnswerOf<Id> extends { result: infer Inner } ? Inner : AnswerOf<Id>

type Returned<Id extends OperationId> = Id extends FreeRead ? Result<Id> | StreamedResult<Result<Id>> : Result<Id>

/** What serves an operation. A free read is neither charged nor stored, so its result may be streamed. */
export type Handler<Id extends OperationId> = (
  args: Args<Id>,
  ctx: Context,
) => Promise<Returned<Id>> | Returned<Id>
`

/** generated/server/handlers.ts: the types of arguments, results and handlers, by operation id. */
export function handlerTypes(document: Document, operations: OperationFacts[]): string {
  return [
    head,
    `/** The reads that cost nothing. */\ntype FreeRead =\n${freeReads(operations)}\n`,
    `/** The arguments of each operation that have a default. */\ninterface DefaultedArguments {\n${defaultedArguments(document)}\n}\n`,
    `/** The arguments of each operation that are aliases of others. */\ninterface AliasArguments {\n${aliasArguments(operations)}\n}\n`,
  ].join('\n')
}

function freeReads(operations: readonly OperationFacts[]): string {
  const free = operations.filter(
    ({ formOf, kind, microCredits, priceUnit }) => !formOf && kind === 'read' && microCredits === 0 && !priceUnit,
  )
  return free.map(({ id }) => `  | '${id}'`).join('\n')
}

function defaultedArguments(document: Document): string {
  const rows = operationsOf(document).flatMap(({ operation }) => {
    const parameters = (operation.parameters ?? []).map((parameter) => resolve(document, parameter))
    const body = operation.requestBody?.content['application/json']?.schema
    const properties = Object.entries(body ? (resolve(document, body).properties ?? {}) : {})
    const all: [string, Schema][] = [
      ...parameters.map(({ name, schema }): [string, Schema] => [name, schema]),
      ...properties,
    ]
    const names = all.filter(([, schema]) => schema.default !== undefined).map(([name]) => `'${name}'`)
    return names.length > 0 && !operation['x-door'] ? [`  '${operation.operationId}': ${names.join(' | ')}`] : []
  })
  return rows.join('\n')
}

function aliasArguments(operations: readonly OperationFacts[]): string {
  const rows = operations.flatMap(({ id, aliases }) =>
    aliases
      ? [
          `  '${id}': ${Object.keys(aliases)
            .map((name) => `'${name}'`)
            .join(' | ')}`,
        ]
      : [],
  )
  return rows.join('\n')
}

/** generated/server/types.ts: the document's schemas and operations as TypeScript types. */
export async function documentTypes(document: Document): Promise<string> {
  const nodes = await openapiTypescript(structuredClone(document) as unknown as OpenAPI3, {
    alphabetize: false,
    // An argument with a default is optional for callers; handlers.ts makes it required for handlers.
    defaultNonNullable: false,
  })
  return astToString(nodes)
}

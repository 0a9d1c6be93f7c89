import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Operation, type OperationId, operations } from '../../generated/server/operations.ts'
import { type AnyFamily, type FamilyName, family } from '../runtime/calls/family.ts'
import type { Handlers } from '../runtime/calls/pipeline.ts'

interface DocumentedParameter {
  name: string
  in: string
  required?: boolean
  example?: unknown
}

interface DocumentedArguments {
  $ref?: string
  required?: string[]
}

interface DocumentedOperation {
  operationId: string
  parameters?: (DocumentedParameter | { $ref: string })[]
  requestBody?: { content: { 'application/json': { schema: DocumentedArguments; example?: Record<string, unknown> } } }
  responses: Record<string, { content?: { 'application/json'?: { example?: unknown } } }>
}

const document = JSON.parse(readFileSync(join(import.meta.dirname, '../../generated/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { parameters: Record<string, DocumentedParameter>; schemas: Record<string, DocumentedArguments> }
}
const documented = new Map(
  Object.values(document.paths).flatMap((item) =>
    Object.values(item).map((operation) => [operation.operationId, operation]),
  ),
)

function documentedOperation(id: string): DocumentedOperation {
  const operation = documented.get(id)
  if (!operation) throw new Error(`${id} is not in the API document`)
  return operation
}

function parametersOf(id: OperationId): DocumentedParameter[] {
  return (documentedOperation(id).parameters ?? []).map((parameter) => {
    if (!('$ref' in parameter)) return parameter
    const shared = document.components.parameters[parameter.$ref.slice('#/components/parameters/'.length)]
    if (!shared) throw new Error(`The API document does not hold ${parameter.$ref}`)
    return shared
  })
}

/** The arguments that the API document shows for an operation: query, path and body together. */
export function exampleArguments(id: OperationId): Record<string, unknown> {
  const fromAddress = parametersOf(id)
    .filter(({ example }) => example !== undefined)
    .map(({ name, example }) => [name, example])
  return {
    ...Object.fromEntries(fromAddress),
    ...documentedOperation(id).requestBody?.content['application/json'].example,
  }
}

/** The names of the arguments that stand in an operation's path. */
export function pathArguments(id: OperationId): string[] {
  return parametersOf(id)
    .filter((parameter) => parameter.in === 'path')
    .map(({ name }) => name)
}

/** The arguments without which an operation cannot be called, besides those in its path. */
export function requiredArguments(id: OperationId): string[] {
  const fromAddress = parametersOf(id).filter((parameter) => parameter.in !== 'path' && parameter.required)
  const body = documentedOperation(id).requestBody?.content['application/json'].schema
  const shared = body?.$ref && document.components.schemas[body.$ref.slice('#/components/schemas/'.length)]
  return [...fromAddress.map(({ name }) => name), ...((shared || body)?.required ?? [])]
}

/** The statuses that the API document describes one by one for an operation. */
export function documentedStatuses(id: OperationId): string[] {
  return Object.keys(documentedOperation(id).responses).filter((status) => status !== 'default')
}

/** What the API document shows as the answer of an operation: what its handler would return. */
export function exampleResult(id: OperationId): unknown {
  const example = documentedOperation(id).responses['200']?.content?.['application/json']?.example
  if (example === undefined) throw new Error(`${id} has no example of its answer in the API document`)
  const operation = operations.find((candidate) => candidate.id === id)
  return operation?.envelope === 'result' ? (example as { result: unknown }).result : example
}

type AnyHandler = (args: Record<string, unknown>, ctx: unknown) => unknown

/**
 * Handlers that stand in where a test is about what happens around them: every operation answers the example of the
 * document.
 *
 * @param own handlers that do something else, by operation id
 */
export function standIns(own: Partial<Record<OperationId, AnyHandler>> = {}): Handlers {
  const families: Record<string, Record<string, AnyHandler>> = {}
  for (const { id, family, method, formOf } of operations) {
    if (formOf) continue
    families[family] = { ...families[family], [method]: own[id] ?? (() => exampleResult(id)) }
  }
  return families as unknown as Handlers
}

/** Families of these handlers, for a server that serves nothing else. */
export function familiesOf(handlers: Handlers): AnyFamily[] {
  return Object.entries(handlers).map(([name, own]) => family(name as FamilyName, { open: () => ({ handlers: own }) }))
}

/** The operations of the product as if none had a price. */
export function withoutPrices(): Operation[] {
  return operations.map((operation) => ({ ...operation, microCredits: 0 }))
}

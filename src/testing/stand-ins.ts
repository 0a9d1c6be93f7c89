import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handler } from '#generated/server/handlers.ts'
import { type Operation, type OperationId, operations } from '../../generated/server/operations.ts'
import type { MethodFiles } from '../app/open-families.ts'
import * as openapi from '../runtime/base/openapi.ts'
import type { Method, Methods } from '../runtime/calls/pipeline.ts'
import { type AnyFamily, type FamilyName, family } from '../runtime/kit/family.ts'

const documentFile = join(import.meta.dirname, '../../generated/openapi.json')

let read: { document: openapi.Document; operations: ReadonlyMap<string, openapi.Operation> } | undefined

/** The API document and its operations, read at first use. */
function documented(): NonNullable<typeof read> {
  if (!read) {
    const document: openapi.Document = JSON.parse(readFileSync(documentFile, 'utf8'))
    const operations = openapi
      .operationsOf(document)
      .map(({ operation }) => [operation.operationId, operation] as const)
    read = { document, operations: new Map(operations) }
  }
  return read
}

function documentedOperation(id: string): openapi.Operation {
  const operation = documented().operations.get(id)
  if (!operation) throw new Error(`${id} is not in the API document`)
  return operation
}

function parametersOf(id: OperationId): openapi.Parameter[] {
  return (documentedOperation(id).parameters ?? []).map((parameter) =>
    openapi.resolve(documented().document, parameter),
  )
}

/** The arguments that the API document shows for an operation: query, path and body together. */
export function exampleArguments(id: OperationId): Record<string, unknown> {
  const fromAddress = parametersOf(id)
    .filter(({ example }) => example !== undefined)
    .map(({ name, example }) => [name, example])
  return {
    ...Object.fromEntries(fromAddress),
    ...(documentedOperation(id).requestBody?.content['application/json']?.example as
      | Record<string, unknown>
      | undefined),
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
  const body = documentedOperation(id).requestBody?.content['application/json']?.schema
  return [
    ...fromAddress.map(({ name }) => name),
    ...((body && openapi.resolve(documented().document, body).required) ?? []),
  ]
}

/** The statuses that the API document describes one by one for an operation. */
export function documentedStatuses(id: OperationId): string[] {
  return Object.keys(documentedOperation(id).responses).filter((status) => status !== 'default')
}

/** The example result of an operation in the API document: what its handler would return. */
export function exampleResult(id: OperationId): unknown {
  const example = documentedOperation(id).responses['200']?.content?.['application/json']?.example
  if (example === undefined) throw new Error(`${id} has no example of its answer in the API document`)
  const operation = operations.find((candidate) => candidate.id === id)
  return operation?.envelope === 'result' ? (example as { result: unknown }).result : example
}

type AnyHandler = (args: Record<string, unknown>, ctx: unknown) => unknown

/**
 * Stand-ins for handlers, for tests of the code around them: every operation returns the example of the document.
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

/** Stand-ins for handlers, by family and method. */
export type Handlers = {
  readonly [Family in FamilyName]?: {
    readonly [Id in OperationId as Id extends `${Family}.${infer Method}` ? Method : never]?: Handler<Id>
  }
}

/** Families without anything but methods, for a server that serves nothing else. */
export function familiesOf(handlers: Handlers): AnyFamily[] {
  return Object.keys(handlers).map((name) => family(name as FamilyName, { open: () => ({}) }))
}

/** These handlers in the place of the product's files. */
export function methodFilesOf(handlers: Handlers): MethodFiles {
  return Object.fromEntries(entriesOf(handlers).map(([id, handler]) => [id, async () => ({ default: () => handler })]))
}

/** These handlers as a pipeline calls them. */
export function methodsOf(handlers: Handlers): Methods {
  return new Map(entriesOf(handlers).map(([id, handler]): [string, Method] => [id, async () => handler as never]))
}

function entriesOf(handlers: Handlers): [id: string, handler: AnyHandler][] {
  return Object.entries(handlers).flatMap(([name, own]) =>
    Object.entries(own).map(([method, handler]): [string, AnyHandler] => [`${name}.${method}`, handler as AnyHandler]),
  )
}

/** The operations of the product as if none had a price. */
export function withoutPrices(): Operation[] {
  return operations.map((operation) => ({ ...operation, microCredits: 0 }))
}

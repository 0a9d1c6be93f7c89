import type { Result } from '#generated/server/handlers.ts'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { type Contract, createContract } from '#runtime/calls/contract.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import type { SourceCall, SourceIssue } from './read-source.ts'

type CallCheck = Result<'apps.test'>['calls'][number]

const servicePath = '/api/v1/'
/** Operations of one app that are stored, for the page on which a viewer allows them. */
const maxCallable = 50
/** Built at the first call of an app. */
let contract: Contract | undefined

/**
 * The operation that an app calls.
 *
 * @param verb of a `fetch`; without it, the service and the method identify the operation
 * @throws ApiError unknown_method, method_not_allowed
 */
export function operationCalled(service: string, method: string, verb?: string): Operation {
  contract ??= createContract()
  const path = `${servicePath}${service}/${method}`
  if (verb !== undefined) return contract.find(verb, path).operation
  const operation = contract.operations.find((each) => each.path === path && each.formOf === undefined)
  return operation ?? contract.find('GET', path).operation
}

/** Why apps may not call an operation, as the end of a sentence that begins with its id; undefined if they may. */
export function refusalOf({ family, withheld, capability, topUp, path }: Operation): string | undefined {
  if (capability || topUp || !path.startsWith(servicePath)) return 'is not a service that apps may call'
  if (family === 'apps') return 'manages apps, which apps may not do'
  if (withheld) return 'is withheld from apps and can be called only by people and programs'
  return undefined
}

/** @throws ApiError permission_denied for an operation that no app may call */
export function requireCallable(operation: Operation): void {
  const refusal = refusalOf(operation)
  if (refusal !== undefined) throw new ApiError('permission_denied', `${operation.id} ${refusal}.`)
}

/** Whether anyone may call the operation anonymously and for free: then the viewer need not allow it. */
export function isForEverybody({ needs, kind, microCredits, priceUnit }: Operation): boolean {
  return needs === 'open' && kind === 'read' && microCredits === 0 && priceUnit === undefined
}

/** Whether apps may call the operation, and only if the viewer allows it. */
export function needsPermission(id: string): boolean {
  contract ??= createContract()
  const operation = contract.operations.find((each) => each.id === id)
  return operation !== undefined && refusalOf(operation) === undefined && !isForEverybody(operation)
}

/** The faults of a source as lines of text: its issues, and the calls that apps may not make. */
export function faultLines(issues: readonly SourceIssue[], checks: readonly CallCheck[]): string[] {
  return [...issues, ...checks.filter(({ ok }) => !ok)].map(({ line, message = '' }) =>
    line === undefined ? message : `Line ${line}: ${message}`,
  )
}

/** Whether each call of a source names an operation that apps may call. */
export function checkCalls(calls: readonly SourceCall[]): CallCheck[] {
  return calls.map(({ service, method, line }) => {
    try {
      const operation = operationCalled(service, method)
      const id = operation.formOf ?? operation.id
      const refusal = refusalOf(operation)
      const verdict = refusal === undefined ? { ok: true } : { ok: false, message: `${id} ${refusal}.` }
      return { operation: id, line, ...verdict, price_credits: operation.microCredits / MICRO_CREDITS_PER_CREDIT }
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
      const id = `${service}.${method}`.slice(0, 200)
      return { operation: id, line, ok: false, message: failure.message, price_credits: 0 }
    }
  })
}

/** Ids of the operations that the calls name and that apps may call, sorted, without duplicates. */
export function callableIds(checks: readonly CallCheck[]): string[] {
  const ids = checks.filter(({ ok }) => ok).map(({ operation }) => operation)
  return [...new Set(ids)].sort().slice(0, maxCallable)
}

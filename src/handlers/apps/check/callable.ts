import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'
import { type Contract, createContract } from '#runtime/calls/contract.ts'

/** Built at the first call of an app. */
export const contractOfApps = once(async () => createContract())

const servicePath = '/api/v1/'

/**
 * The operation that an app calls.
 *
 * @param verb of a `fetch`; without it, the service and the method identify the operation
 * @throws ApiError unknown_method, method_not_allowed
 */
export function operationCalled(contract: Contract, service: string, method: string, verb?: string): Operation {
  const path = `${servicePath}${service}/${method}`
  if (verb !== undefined) return contract.find(verb, path).operation
  const operation = contract.operations.find((each) => each.path === path && each.formOf === undefined)
  return operation ?? contract.find('GET', path).operation
}

/** Why apps may not call an operation, as the end of a sentence that begins with its id; undefined if they may. */
export function refusalOf({ family, withheld, capability, topUp, path }: Operation): string | undefined {
  if (capability || topUp || !path.startsWith(servicePath)) return 'is not a service that apps may call'
  if (family === 'apps') return 'manages apps, which no app may'
  if (withheld) return 'is withheld from apps; a person or a program may call it'
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

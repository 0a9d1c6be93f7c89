import type { Result } from '#generated/server/handlers.ts'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Contract } from '#runtime/calls/contract.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { operationCalled, refusalOf } from './callable.ts'
import type { SourceCall } from './read-source.ts'

type CallCheck = Result<'apps.test'>['calls'][number]

/** Operations of one app that are stored, for the page on which a viewer allows them. */
const maxCallable = 50

/** Whether each call of a source names an operation that apps may call. */
export function checkCalls(contract: Contract, calls: readonly SourceCall[]): CallCheck[] {
  return calls.map((call) => {
    const { service, method, line } = call
    const operation = operationOf(contract, call)
    if (operation instanceof ApiError) {
      const id = `${service}.${method}`.slice(0, 200)
      return { operation: id, line, ok: false, message: operation.message, price_credits: 0 }
    }
    const id = operation.formOf ?? operation.id
    const refusal = refusalOf(operation)
    const verdict = refusal === undefined ? { ok: true } : { ok: false, message: `${id} ${refusal}.` }
    return { operation: id, line, ...verdict, price_credits: operation.microCredits / MICRO_CREDITS_PER_CREDIT }
  })
}

/** Ids of the operations that the calls name and that apps may call, sorted, without duplicates. */
export function callableIds(contract: Contract, calls: readonly SourceCall[]): string[] {
  const ids = calls.flatMap((call) => {
    const operation = operationOf(contract, call)
    return operation instanceof ApiError || refusalOf(operation) ? [] : (operation.formOf ?? operation.id)
  })
  return [...new Set(ids)].sort().slice(0, maxCallable)
}

function operationOf(contract: Contract, { service, method }: SourceCall): Operation | ApiError {
  try {
    return operationCalled(contract, service, method)
  } catch (failure) {
    if (failure instanceof ApiError) return failure
    throw failure
  }
}

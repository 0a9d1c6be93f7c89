import type { Result } from '#generated/server/handlers.ts'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError, type ArgumentFault } from '#runtime/base/errors.ts'
import { Slices } from '#runtime/base/yield-to-event-loop.ts'
import { checkArguments } from '#runtime/calls/arguments.ts'
import type { Contract } from '#runtime/calls/contract.ts'
import { MICRO_CREDITS_PER_CREDIT } from '#runtime/money/amounts.ts'
import { operationCalled, refusalOf } from './callable.ts'
import type { SourceCall } from './report.ts'

type CallCheck = Result<'apps.test'>['calls'][number]

/** The calls of a source, each held against the operation that it names. */
export async function checkCalls(contract: Contract, calls: readonly SourceCall[]): Promise<CallCheck[]> {
  const checked: CallCheck[] = []
  const slices = new Slices()
  for (const call of calls) {
    if (slices.isOver) await slices.next()
    checked.push(checkOf(contract, call))
  }
  return checked
}

function checkOf(contract: Contract, call: SourceCall): CallCheck {
  const { service, method, verb, line } = call
  let operation: Operation
  try {
    operation = operationCalled(contract, service, method, verb)
  } catch (failure) {
    const message = failure instanceof ApiError ? failure.message : 'cannot be read'
    return { operation: `${service}.${method}`.slice(0, 200), line, ok: false, message, price_credits: 0 }
  }
  const message = faultOf(contract, operation, call)
  return {
    operation: operation.formOf ?? operation.id,
    line,
    ok: message === undefined,
    ...(message === undefined ? {} : { message }),
    price_credits: operation.microCredits / MICRO_CREDITS_PER_CREDIT,
  }
}

function faultOf(contract: Contract, operation: Operation, call: SourceCall): string | undefined {
  const refusal = refusalOf(operation)
  if (refusal !== undefined) return `${operation.id} ${refusal}.`
  const faults = argumentFaults(contract, operation, call)
  if (faults.length === 0) return undefined
  return `${faults
    .slice(0, 3)
    .map(({ path, message }) => `${path} ${message}`)
    .join('; ')}${faults.length > 3 ? `; and ${faults.length - 3} more` : ''}.`
}

/** The faults of literal arguments. What the source does not say is taken to be right. */
function argumentFaults(contract: Contract, operation: Operation, call: SourceCall): ArgumentFault[] {
  const args = structuredClone(call.args) as Record<string, unknown>
  const raw = operation.hasBody
    ? { path: undefined, query: {}, body: args }
    : { path: undefined, query: args, body: undefined }
  try {
    checkArguments(contract, operation, raw)
    return []
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure
    return (failure.details ?? []).filter((fault) => !isUnsaid(fault, call))
  }
}

function isUnsaid({ path, message }: ArgumentFault, { unknown, isOpen }: SourceCall): boolean {
  if (isOpen && message === 'is required') return true
  return unknown.some((said) => path === said || path.startsWith(`${said}.`) || path.startsWith(`${said}[`))
}

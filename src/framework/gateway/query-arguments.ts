import type { Operation } from '#generated/server/operations.ts'
import type { Contract } from '../../runtime/calls/contract.ts'
import { decimalNumber } from '../../runtime/calls/number-texts.ts'

const aNumber = new RegExp(decimalNumber)
const truths: Readonly<Record<string, boolean>> = { true: true, false: false }

/**
 * A query string as the arguments of an operation that takes a body: what the document wants as a number, as yes or no,
 * or as a list becomes that, and everything else stays the text that it is.
 *
 * @param query names and texts, or lists of texts
 * @returns arguments that are still to be checked: a text that is no number stays one, and is refused then
 */
export function argumentsOfQuery(
  contract: Contract,
  operation: Operation,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const args = { ...query }
  const faults = contract.faultsOfBody(operation, { requestBody: { ...query } }) ?? []
  for (const { keyword, instancePath, params } of faults) {
    const name = /^\/requestBody\/([^/]+)$/.exec(instancePath)?.[1]
    if (keyword === 'type' && name !== undefined) args[name] = inType(params.type, args[name])
  }
  return args
}

function inType(type: unknown, value: unknown): unknown {
  if (type === 'array') return [value]
  if (typeof value !== 'string') return value
  if (type === 'boolean') return truths[value] ?? value
  return (type === 'number' || type === 'integer') && aNumber.test(value) ? Number(value) : value
}

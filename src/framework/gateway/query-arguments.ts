import type { Operation } from '#generated/server/operations.ts'
import type { Contract } from '../../runtime/calls/contract.ts'
import { decimalNumber } from '../../runtime/calls/number-texts.ts'

const aNumber = new RegExp(decimalNumber)
const booleans: Readonly<Record<string, boolean>> = { true: true, false: false }

/**
 * Converts a query string to the arguments of an operation that takes a body: values become numbers, booleans or lists
 * where the OpenAPI document requires them, and remain strings otherwise.
 *
 * @param query names with strings, or lists of strings
 * @returns arguments that still have to be validated: text that is not a number remains text, and is rejected then
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
  if (type === 'boolean') return booleans[value] ?? value
  return (type === 'number' || type === 'integer') && aNumber.test(value) ? Number(value) : value
}

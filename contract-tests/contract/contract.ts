import { checkHeaders } from '../../src/testing/check-headers.ts'
import { checkBody } from '../../src/testing/check-response.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { encodeRequest } from '../../tools/codegen/targets/client/runtime/request.ts'
import { clientOf, exampleOf, operations } from '../document.ts'
import { needs } from '../needs.ts'
import type { Report } from '../report.ts'

/** A server of anybody, and a token of an account on it that may be written to. */
export interface Target {
  readonly baseUrl: string
  readonly token: string
}

/** Statuses of a server or an account that lacks something: the call conforms, but its success cannot be seen. */
const lacking = new Set([402, 403, 429, 501, 502, 503, 504])

/**
 * The operations of these families or ids; without any, all of them. A top-up is left out, because it needs a payment.
 *
 * @throws Error for a name that is neither
 */
export function operationsOnly(only: readonly string[]): OperationFacts[] {
  const wrong = only.find((name) => !operations.some(({ id, family }) => name === id || name === family))
  if (wrong !== undefined)
    throw new Error(`--only takes families and operations, such as notes or notes.add; there is no ${wrong}.`)
  return operations.filter(
    ({ id, family, topUp }) => !topUp && (only.length === 0 || only.includes(id) || only.includes(family)),
  )
}

/**
 * Calls each operation with its documented example, with an unknown argument and without a token, and compares the
 * responses with the document. First creates the records that the example needs. What the server or the account lacks is
 * a note, not a failure.
 */
export async function checkContract(report: Report, target: Target, chosen: readonly OperationFacts[]): Promise<void> {
  const later = await clockOf(target.baseUrl)
  for (const operation of chosen) {
    const { id } = operation
    const example = exampleOf(operation)
    let args = example
    await report.check(`${id} with its example`, async () => {
      try {
        args = (await needs[id]?.(clientOf(target.baseUrl, target.token), example, later)) ?? example
      } catch (failure) {
        return report.note(
          `${id} was not called: its example needs what cannot be created here: ${(failure as Error).message}`,
        )
      }
      const { status, text } = await call(target.baseUrl, operation, args, target.token)
      if (lacking.has(status)) report.note(`${id} returned ${status}, so its result was not checked: ${text}`)
      else if (status !== 200) throw new Error(`returned ${status}: ${text}`)
    })
    await report.check(`${id} with an unknown argument`, async () => {
      const { status, text } = await call(target.baseUrl, operation, { ...args, no_such_argument: 1 }, target.token)
      if (status !== 400 && !lacking.has(status)) throw new Error(`returned ${status} instead of 400: ${text}`)
    })
    if (operation.needs === 'open') continue
    await report.check(`${id} without a token`, async () => {
      const { status, text } = await call(target.baseUrl, operation, args)
      if (status !== 401 && status !== 402) throw new Error(`returned ${status} instead of 401 or 402: ${text}`)
    })
  }
}

/** Calls the operation and compares its response with the document. */
async function call(baseUrl: string, operation: OperationFacts, args: Record<string, unknown>, token?: string) {
  const { address, verb, headers, body } = encodeRequest(baseUrl, operation.id, operation, args)
  const response = await fetch(address, {
    method: verb,
    headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(60_000),
  })
  const text = await response.text()
  checkHeaders(operation.id, response)
  checkBody(operation.id, response.status, JSON.parse(text))
  return { status: response.status, text: text.slice(0, 500) }
}

/** The time of the server later than now, RFC 3339: an example may name a moment to come. */
async function clockOf(baseUrl: string): Promise<(laterMs: number) => string> {
  const { headers } = await fetch(`${baseUrl}/api/v1`)
  const ahead = Date.parse(headers.get('date') ?? '') - Date.now() || 0
  return (laterMs) => new Date(Date.now() + ahead + laterMs).toISOString()
}

import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { apiDocument } from '../runtime/base/openapi.ts'
import { type ResponseOrigin, recordResponse } from './record-response.ts'
import { argumentReader, type SentCall } from './relations/arguments.ts'
import { relationChecker } from './relations/relations.ts'

const { bodies, table } = createRequire(import.meta.url)('../../generated/server/response-validators.cjs') as {
  bodies: Record<string, ValidateFunction>
  table: Record<string, Record<string, string>>
}

const readArguments = argumentReader(await apiDocument())
const brokenRelations = relationChecker(await apiDocument())

/**
 * Fails when a response differs from the document for this operation and status: an undocumented field, a
 * missing one, a wrong type, values that do not fit together or do not fit the arguments. A response that passes counts
 * as exercised.
 *
 * @param operationId the operation that was called
 * @param body the parsed JSON body
 * @param origin what sent the response
 * @param call what was sent; without it, the values are not compared with the arguments
 */
export function checkResponse(
  operationId: string,
  status: number,
  body: unknown,
  origin: ResponseOrigin = 'product',
  call?: SentCall,
): void {
  checkBody(operationId, status, body)
  // Stand-ins return what their tests need, whether it fits together or not.
  if (origin === 'product') checkRelations(operationId, status, body, call)
  recordResponse(operationId, status, origin)
}

/** The same for a response that is not from our server, such as a mock's: it is checked but not recorded. */
export function checkBody(operationId: string, status: number, body: unknown): void {
  const statuses = table[operationId]
  if (!statuses) throw new Error(`${operationId} is not in the API document`)
  const key = statuses[status] ?? statuses.default
  const validate = key === undefined ? undefined : bodies[key]
  if (!validate) throw new Error(`${operationId} returned ${status}, which the API document does not describe`)
  if (validate(structuredClone(body))) return
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(
    `${operationId} returned ${status} with a body that the API document (${key}) does not allow:\n${faults.join('\n')}\n${JSON.stringify(body, null, 1)}`,
  )
}

/** Fails if the values of a successful response do not fit together, or do not fit the arguments of the call. */
export function checkRelations(operationId: string, status: number, body: unknown, call: SentCall | undefined): void {
  if (status !== 200) return
  const faults = brokenRelations(operationId, call ? readArguments(operationId, call) : {}, body)
  if (faults.length === 0) return
  throw new Error(
    `${operationId} returned values that do not fit the relations of the API document:\n${faults.join('\n')}\n${JSON.stringify(call)}\n${JSON.stringify(body, null, 1)}`,
  )
}

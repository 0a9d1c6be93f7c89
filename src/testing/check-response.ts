import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'
import { type ResponseOrigin, recordResponse } from './record-response.ts'

const { bodies, table } = createRequire(import.meta.url)('../../generated/server/response-validators.cjs') as {
  bodies: Record<string, ValidateFunction>
  table: Record<string, Record<string, string>>
}

/**
 * Fails when a response differs from the document for this operation and status: an undocumented field, a
 * missing one, a wrong type. A response that passes counts as exercised.
 *
 * @param operationId the operation that was called
 * @param body the parsed JSON body
 * @param origin what sent the response
 */
export function checkResponse(
  operationId: string,
  status: number,
  body: unknown,
  origin: ResponseOrigin = 'product',
): void {
  checkBody(operationId, status, body)
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

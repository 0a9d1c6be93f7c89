import { createRequire } from 'node:module'
import type { ValidateFunction } from 'ajv'

const { bodies, table } = createRequire(import.meta.url)('../../generated/server/response-validators.cjs') as {
  bodies: Record<string, ValidateFunction>
  table: Record<string, Record<string, string>>
}

/**
 * Fails when a response is not what the document promises for this operation and status: an undocumented field, a
 * missing one, a wrong type.
 *
 * @param operationId the operation that answered
 * @param body the parsed JSON body
 */
export function checkResponse(operationId: string, status: number, body: unknown): void {
  const statuses = table[operationId]
  if (!statuses) throw new Error(`${operationId} is not in the API document`)
  const key = statuses[status] ?? statuses.default
  const validate = key === undefined ? undefined : bodies[key]
  if (!validate) throw new Error(`${operationId} answered ${status}, which the API document does not describe`)
  if (validate(structuredClone(body))) return
  const faults = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  )
  throw new Error(
    `${operationId} answered ${status} with a body that the API document (${key}) does not allow:\n${faults.join('\n')}\n${JSON.stringify(body, null, 1)}`,
  )
}

import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '../base/errors.ts'
import { addressGroup } from '../limits/client-address.ts'
import { accountOf, type Caller } from './caller.ts'
import type { IncomingCall } from './incoming.ts'

/** The subject for which bytes in flight are counted: an account, or an address without one. */
export function subjectOf(caller: Caller, call: IncomingCall): string {
  return accountOf(caller)?.id ?? addressGroup(call.clientAddress)
}

/**
 * Rejects a body that is announced to be larger than the operation accepts, before a byte of it is read.
 *
 * @throws ApiError too_large
 */
export function checkBodySize({ bodyBytes }: Pick<IncomingCall, 'bodyBytes'>, { id, bodyCapBytes }: Operation): void {
  if (typeof bodyBytes === 'number' && bodyBytes > bodyCapBytes) throw bodyTooLarge(bodyCapBytes, id)
}

export function bodyTooLarge(capBytes: number, operationId: string): ApiError {
  return new ApiError(
    'too_large',
    `The body is larger than ${operationId} allows. The maximum is ${sizeText(capBytes)}.`,
  )
}

const bytesPerKib = 1024
const bytesPerMib = 1024 * bytesPerKib

function sizeText(bytes: number): string {
  if (bytes % (bytesPerMib / 4) === 0) return `${bytes / bytesPerMib} MiB`
  return bytes % bytesPerKib === 0 ? `${bytes / bytesPerKib} KiB` : `${bytes} bytes`
}

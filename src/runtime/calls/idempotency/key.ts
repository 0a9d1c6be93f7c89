import { hash } from 'node:crypto'
import type { Operation } from '#generated/server/operations.ts'
import { ApiError } from '../../base/errors.ts'
import type { Caller } from '../caller.ts'
import type { KeyedCall } from './keyed-calls.ts'

const wellFormed = /^[\x21-\x7e]{1,255}$/

/** The part of a call that makes it a keyed one. */
interface Keyed {
  readonly idempotencyKey: string | undefined
}

/**
 * Whether the call has an effective key: one of a call that changes something or costs something. A free read can be repeated
 * anyway: its key is ignored, and its result, which may be long, is not stored.
 */
export function isKeyed({ kind, microCredits }: Operation, { idempotencyKey }: Keyed): boolean {
  return idempotencyKey !== undefined && (kind === 'write' || microCredits > 0)
}

/**
 * The key itself.
 *
 * @throws ApiError invalid_argument if it is malformed
 */
export function wellFormedKey(key: string): string {
  if (wellFormed.test(key)) return key
  throw new ApiError(
    'invalid_argument',
    'Idempotency-Key must be 1 to 255 visible ASCII characters with no spaces, such as a UUID, and must be sent only once.',
  )
}

/**
 * The keyed form of this call.
 *
 * @throws ApiError invalid_argument if the key is malformed, or if there is no caller whose key it could be
 */
export function keyedCall(operation: Operation, call: Keyed, caller: Caller, args: unknown): KeyedCall {
  const key = wellFormedKey(call.idempotencyKey ?? '')
  const shared = { operationId: operation.id, key, fingerprint: fingerprint(args) }
  switch (caller.kind) {
    case 'account':
    case 'delegated':
      return { subject: caller.account.id, accountId: caller.account.id, ...shared }
    case 'wallet':
      return { subject: `wallet ${caller.address}`, ...shared }
    case 'anonymous':
      throw new ApiError(
        'invalid_argument',
        'Idempotency-Key requires a caller, because each key belongs to a caller. Send a token, or omit the key.',
      )
  }
}

/**
 * Two calls with the same fingerprint have the same arguments: SHA-256 in hex over the validated arguments with the keys of every
 * object in order, so that neither the order in which a client writes them nor a default that it spells out matters.
 */
export function fingerprint(args: unknown): string {
  return hash('sha256', JSON.stringify(args, inOrder), 'hex')
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}

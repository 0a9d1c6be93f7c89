import { createHash } from 'node:crypto'
import type { Resource } from './challenge.ts'
import type { Demand } from './payment.ts'

/** What a payment is for. */
export interface Terms {
  readonly demand: Demand
  readonly resource: Resource
  readonly microCredits: number
  /** `top_up`: the payment goes into the balance of `accountId`. */
  readonly purpose: 'call' | 'top_up'
  readonly accountId: string | undefined
  readonly requestDigest: string
  /** Of the Idempotency-Key, if the request has one. */
  readonly keyDigest: string | undefined
}

/**
 * Hex SHA-256 of everything that makes two requests the same: verb, path, validated arguments, and the account.
 *
 * @param args JSON values; the order of names does not matter
 */
export function requestDigest(request: {
  verb: string
  path: string
  args: unknown
  accountId: string | undefined
}): string {
  const { verb, path, args, accountId } = request
  return digest(JSON.stringify([verb, path, sorted(args), accountId ?? null]))
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.map(([name, inner]) => [name, sorted(inner)])
}

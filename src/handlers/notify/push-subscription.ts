import { ECDH } from 'node:crypto'
import { z } from 'zod'
import { type ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { readWebAddress } from '#runtime/base/web-address.ts'

/** Where a push service accepts notifications for a browser, and the keys to encrypt them with. */
export interface PushSubscription {
  readonly endpoint: URL
  /** Both in base64url. */
  readonly p256dh: string
  readonly auth: string
}

const maxEndpointLength = 2000

const form = z.object({
  endpoint: z.string().min(1).max(maxEndpointLength),
  keys: z.object({ p256dh: z.string().max(200), auth: z.string().max(100) }),
})

/**
 * Parses the JSON form of a browser's PushSubscription.
 *
 * @throws ApiError invalid_argument
 */
export function parseSubscription(value: unknown): PushSubscription {
  const parsed = form.safeParse(value)
  if (!parsed.success) throw unreadable()
  const { endpoint, keys } = parsed.data
  const url = readWebAddress('endpoint', endpoint)
  if (url.protocol !== 'https:') throw invalidArgument('endpoint', 'must be an https address')
  if (!isPoint(keys.p256dh)) throw invalidArgument('keys.p256dh', 'must be a public key on P-256 in base64url')
  if (Buffer.from(keys.auth, 'base64url').length !== 16) {
    throw invalidArgument('keys.auth', 'must be 16 bytes in base64url')
  }
  return { endpoint: url, p256dh: keys.p256dh, auth: keys.auth }
}

function unreadable(): ApiError {
  return invalidArgument('subscription', 'must be what PushManager.subscribe returns, as JSON')
}

/** Whether the text is an uncompressed point on the curve. */
function isPoint(text: string): boolean {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.length !== 65 || bytes[0] !== 4) return false
  try {
    ECDH.convertKey(bytes, 'prime256v1')
    return true
  } catch {
    return false
  }
}

import type { Asker } from '#runtime/base/asker.ts'
import type { Log } from '#runtime/base/log.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Outbound } from '#runtime/outbound/outbound.ts'
import type { ReachableDevice } from '../rows.ts'
import { encryptFor } from './encryption.ts'
import type { Vapid } from './vapid.ts'

/**
 * The response of a push service: it accepted the notification; the subscription of the device has ended; it is busy or
 * unavailable for now; or it refused the notification for good.
 */
export type PushOutcome =
  | { readonly kind: 'accepted' | 'gone' | 'refused' }
  | { readonly kind: 'busy'; readonly retryAfterMs: number | undefined }

/** How a notification is sent. */
export interface Delivery {
  readonly message: Buffer
  /** A later notification with the same topic replaces one that waits for the device. */
  readonly topic?: string | undefined
  /** How long the push service stores it for a device that is off. */
  readonly ttlS: number
}

interface PushOptions {
  readonly outbound: Pick<Outbound, 'fetch' | 'resolve' | 'outside'>
  /** Loads the keys on first use. */
  readonly vapid: () => Promise<Vapid>
  readonly log: Pick<Log, 'warn'>
  /** PUSH_BASE_URL */
  readonly baseUrl: string | undefined
}

const timeoutMs = 10_000
const maxResponseBytes = 16 * 1024
const maxRetryAfterMs = 3_600_000

/** Sends notifications to the push services of browsers. */
export class PushServices {
  readonly #options: PushOptions

  constructor(options: PushOptions) {
    this.#options = options
  }

  /** Rejects only if the signal aborts. */
  async send(
    asker: Asker,
    { id, endpoint, p256dh, auth }: ReachableDevice,
    { message, topic, ttlS }: Delivery,
  ): Promise<PushOutcome> {
    const { outbound, vapid, log, baseUrl } = this.#options
    if (outbound.outside) {
      await outbound.outside.deliver({ kind: 'push', to: id, message: message.toString() })
      return { kind: 'accepted' }
    }
    const url = new URL(endpoint)
    const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
    const headers = {
      authorization: (await vapid()).authorization(url.origin),
      'content-type': 'application/octet-stream',
      'content-encoding': 'aes128gcm',
      ttl: String(ttlS),
      urgency: 'high',
      ...(topic === undefined ? {} : { topic }),
    }
    try {
      const { status, headers: received } = await outbound.fetch(asker, targetOf(url, baseUrl), {
        method: 'POST',
        headers,
        body: encryptFor(keys, message),
        anyStatus: true,
        maxRedirects: 0,
        maxBytes: maxResponseBytes,
        timeoutMs,
        argument: 'endpoint',
      })
      const outcome = outcomeOf(status, received['retry-after'])
      if (outcome.kind === 'refused') log.warn({ device: id, host: url.host, status }, 'notification refused')
      return outcome
    } catch (failure) {
      if (!(failure instanceof OutboundFailure)) throw failure
      const isFinal = failure.kind === 'address' || failure.kind === 'redirect'
      log.warn({ device: id, host: url.host, err: failure }, 'push service failed')
      return isFinal ? { kind: 'refused' } : { kind: 'busy', retryAfterMs: undefined }
    }
  }

  /**
   * Checks that an endpoint can be reached from here.
   *
   * @throws ApiError invalid_argument if it is not on the public internet, or its host is unknown
   */
  async check(endpoint: URL): Promise<void> {
    const { outbound, baseUrl } = this.#options
    if (baseUrl === undefined && !outbound.outside) await outbound.resolve(endpoint.hostname, 'endpoint')
  }
}

/** The address for an endpoint: itself, or its host and path below PUSH_BASE_URL. */
function targetOf(endpoint: URL, baseUrl: string | undefined): string {
  return baseUrl === undefined ? endpoint.href : `${baseUrl}/${endpoint.host}${endpoint.pathname}${endpoint.search}`
}

/** By RFC 8030. 404 and 410 mean that the browser has ended its subscription. */
function outcomeOf(status: number, retryAfter: string | undefined): PushOutcome {
  if (status >= 200 && status <= 299) return { kind: 'accepted' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused' }
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined
  return {
    kind: 'busy',
    retryAfterMs: seconds === undefined ? undefined : Math.min(seconds * 1000, maxRetryAfterMs),
  }
}

import type { Clock } from '../../base/clock.ts'
import { once } from '../../base/once.ts'
import { legacyRequirementOf, type Resource, requirementOf } from './challenge.ts'
import type { Authorization, Demand, Payment } from './payment.ts'

/** The message to a facilitator about a payment; also stored, so that it can be sent again. */
export interface Proposal {
  readonly version: 1 | 2
  readonly signature: string
  readonly authorization: Authorization
  /** Built on the server; what the client claims to have accepted is not passed on. */
  readonly requirement: Readonly<Record<string, unknown>>
}

/** Why the facilitator returned no usable response. */
export interface Trouble {
  readonly kind: 'down' | 'timeout' | 'garbled'
  /** Seconds after which a retry makes sense. */
  readonly retryAfterS: number
  readonly cause: unknown
}

export type Verification =
  | { kind: 'valid' }
  | { kind: 'invalid'; reason: string }
  | { kind: 'trouble'; trouble: Trouble }

export type Settlement =
  | { kind: 'settled'; transaction: string }
  | { kind: 'refused'; reason: string }
  /** The request did not reach the facilitator: nothing can have been paid. */
  | { kind: 'unsent'; trouble: Trouble }
  /** The request may have reached it: the payment may have been made. */
  | { kind: 'unknown'; trouble: Trouble }

/** The message to the facilitator about a payment for this demand. */
export function proposalOf(payment: Payment, demand: Demand, resource: Resource): Proposal {
  const { version, signature, authorization } = payment
  const requirement = version === 1 ? legacyRequirementOf(demand, resource) : requirementOf(demand)
  return { version, signature, authorization, requirement }
}

const retryAfterS = 5
const failuresToOpen = 5
const openMs = 15_000
/** Codes of errors raised before any part of a request is sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

/**
 * The facilitator at a URL, through the official client. After five failures in a row it is not called for 15 seconds: callers
 * get the error, with Retry-After, at once instead of waiting for another timeout.
 */
export function httpFacilitator({ url, timeoutMs, clock }: HttpFacilitatorOptions) {
  const breaker = new Breaker(clock)
  const client = once(async () => {
    // Loaded by the first payment, so that a server without payments does not have it in memory.
    const { HTTPFacilitatorClient: Client } = await import('@x402/core/http')
    return new Client({ url, timeoutMs })
  })

  return {
    async verify(proposal: Proposal): Promise<Verification> {
      const trouble = breaker.trouble()
      if (trouble) return { kind: 'trouble', trouble }
      try {
        const response = await (await client()).verify(...bodyOf(proposal))
        breaker.succeeded()
        return response.isValid ? { kind: 'valid' } : { kind: 'invalid', reason: reasonOf(response.invalidReason) }
      } catch (failure) {
        if (isRefusal(failure) && 'invalidReason' in failure) {
          breaker.succeeded()
          return { kind: 'invalid', reason: reasonOf(failure.invalidReason) }
        }
        return { kind: 'trouble', trouble: breaker.failed(failure) }
      }
    },
    async settle(proposal: Proposal): Promise<Settlement> {
      const trouble = breaker.trouble()
      if (trouble) return { kind: 'unsent', trouble }
      try {
        const response = await (await client()).settle(...bodyOf(proposal))
        breaker.succeeded()
        return response.success
          ? { kind: 'settled', transaction: response.transaction }
          : notSettled(response.errorReason)
      } catch (failure) {
        if (isRefusal(failure) && 'errorReason' in failure) {
          breaker.succeeded()
          return notSettled(failure.errorReason)
        }
        return { kind: wasUnsent(failure) ? 'unsent' : 'unknown', trouble: breaker.failed(failure) }
      }
    },
  }
}

/** Checks signatures and balances, and makes the transfer on the chain. */
export type Facilitator = ReturnType<typeof httpFacilitator>

interface HttpFacilitatorOptions {
  readonly url: string
  readonly timeoutMs: number
  readonly clock: Clock
}

/** Counts failures in a row; after too many of them it is open for a while. */
class Breaker {
  readonly #clock: Clock
  #failures = 0
  #openUntilMs = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The trouble of a request that must not be sent; undefined if it can be sent. */
  trouble(): Trouble | undefined {
    const wait = this.#waitS()
    if (wait <= 0) return undefined
    const cause = new Error(`The facilitator failed ${this.#failures} times in a row`)
    return { kind: 'down', retryAfterS: wait, cause }
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(cause: unknown): Trouble {
    this.#failures += 1
    if (this.#failures >= failuresToOpen) this.#openUntilMs = this.#clock.now() + openMs
    return { kind: kindOf(cause), retryAfterS: Math.max(retryAfterS, this.#waitS()), cause }
  }

  #waitS(): number {
    return this.#failures < failuresToOpen ? 0 : Math.ceil((this.#openUntilMs - this.#clock.now()) / 1000)
  }
}

/** Only these members of the client's payload are passed on: some facilitators reject members that they do not need. */
function bodyOf({ version, signature, authorization, requirement }: Proposal) {
  const payload = { signature, authorization: { ...authorization } }
  const payment =
    version === 1
      ? { x402Version: 1, scheme: requirement.scheme, network: requirement.network, payload }
      : { x402Version: 2, accepted: requirement, payload }
  // The client accepts both versions and has types only for the second.
  return [payment, requirement] as unknown as Parameters<
    InstanceType<typeof import('@x402/core/http').HTTPFacilitatorClient>['verify']
  >
}

/** Whether the facilitator rejected it, with the status of a client error; the same body from a failing server does not count. */
function isRefusal(failure: unknown): failure is Error & { statusCode: number } {
  const status = (failure as { statusCode?: unknown }).statusCode
  return failure instanceof Error && typeof status === 'number' && status >= 400 && status < 500
}

/** `settlement_pending` is not a rejection: the transfer is in progress, and asking again shows its outcome. */
function notSettled(given: unknown): Settlement {
  const reason = reasonOf(given)
  if (reason !== 'settlement_pending') return { kind: 'refused', reason }
  return { kind: 'unknown', trouble: { kind: 'timeout', retryAfterS, cause: new Error('The settlement is pending') } }
}

function reasonOf(reason: unknown): string {
  return typeof reason === 'string' && reason
    ? reason.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 200)
    : 'no reason given'
}

function wasUnsent(failure: unknown): boolean {
  const cause = (failure as { cause?: { code?: unknown; errors?: { code?: unknown }[] } }).cause
  return [cause, ...(cause?.errors ?? [])].some((each) => unsentCodes.has(String(each?.code)))
}

function kindOf(failure: unknown): Trouble['kind'] {
  if (!(failure instanceof Error)) return 'down'
  if (failure.name === 'FacilitatorTimeoutError') return 'timeout'
  // fetch rejects with a TypeError if there is no connection, or if it broke.
  if (failure instanceof TypeError) return 'down'
  return 'garbled'
}

import type { HTTPFacilitatorClient } from '@x402/core/http'
import type { Clock } from '../../base/clock.ts'
import { once } from '../../base/once.ts'
import { legacyRequirementOf, type Resource, requirementOf } from './challenge.ts'
import type { Authorization, Demand, Payment } from './payment.ts'

/** Everything a facilitator is told about a payment; also what is stored to tell it again. */
export interface Proposal {
  readonly version: 1 | 2
  readonly signature: string
  readonly authorization: Authorization
  /** Built on the server; what the client claims to have accepted is not passed on. */
  readonly requirement: Readonly<Record<string, unknown>>
}

/** Why a facilitator gave no answer that can be used. */
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

/** Who looks at signatures and balances and makes the transfer on the chain. */
export interface Facilitator {
  verify(proposal: Proposal): Promise<Verification>
  settle(proposal: Proposal): Promise<Settlement>
}

/** What the facilitator is told of a payment for this demand. */
export function proposalOf(payment: Payment, demand: Demand, resource: Resource): Proposal {
  const { version, signature, authorization } = payment
  const requirement = version === 1 ? legacyRequirementOf(demand, resource) : requirementOf(demand)
  return { version, signature, authorization, requirement }
}

const retryAfterS = 5
const failuresToOpen = 5
const openMs = 15_000
/** Codes of errors that are raised before anything of a request is sent. */
const unsentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'ENETUNREACH',
  'EHOSTUNREACH',
])

/**
 * The facilitator at an address, by the official client. After five failures in a row it is left alone for 15 seconds:
 * callers are told at once to come back later instead of waiting for the next timeout.
 */
export function httpFacilitator(options: { url: string; timeoutMs: number; clock: Clock }): Facilitator {
  const { url, timeoutMs, clock } = options
  let failures = 0
  let closedUntil = 0

  const client = once(async () => {
    // Loaded by the first payment: a server that nobody pays does not carry it.
    const { HTTPFacilitatorClient: Client } = await import('@x402/core/http')
    return new Client({ url, timeoutMs })
  })

  function restS(): number {
    return failures < failuresToOpen ? 0 : Math.ceil((closedUntil - clock.now()) / 1000)
  }

  function failed(cause: unknown): Trouble {
    failures += 1
    if (failures >= failuresToOpen) closedUntil = clock.now() + openMs
    return { kind: kindOf(cause), retryAfterS: Math.max(retryAfterS, restS()), cause }
  }

  async function ask<Answer>(work: (client: HTTPFacilitatorClient) => Promise<Answer>) {
    const answer = await work(await client())
    failures = 0
    return answer
  }

  function resting(): Trouble | undefined {
    const wait = restS()
    if (wait <= 0) return undefined
    return { kind: 'down', retryAfterS: wait, cause: new Error(`The facilitator failed ${failures} times in a row`) }
  }

  return {
    async verify(proposal) {
      const trouble = resting()
      if (trouble) return { kind: 'trouble', trouble }
      try {
        const answer = await ask((client) => client.verify(...bodyOf(proposal)))
        return answer.isValid ? { kind: 'valid' } : { kind: 'invalid', reason: reasonOf(answer.invalidReason) }
      } catch (failure) {
        if (isRefusal(failure) && 'invalidReason' in failure) {
          failures = 0
          return { kind: 'invalid', reason: reasonOf(failure.invalidReason) }
        }
        return { kind: 'trouble', trouble: failed(failure) }
      }
    },
    async settle(proposal) {
      const trouble = resting()
      if (trouble) return { kind: 'unsent', trouble }
      try {
        const answer = await ask((client) => client.settle(...bodyOf(proposal)))
        if (answer.success) return { kind: 'settled', transaction: answer.transaction }
        return answeredNo(answer.errorReason)
      } catch (failure) {
        if (isRefusal(failure) && 'errorReason' in failure) {
          failures = 0
          return answeredNo(failure.errorReason)
        }
        return { kind: wasUnsent(failure) ? 'unsent' : 'unknown', trouble: failed(failure) }
      }
    },
  }
}

/** Facilitators exist that refuse members they do not need, so nothing else of the client's payload is passed on. */
function bodyOf({ version, signature, authorization, requirement }: Proposal) {
  const payload = { signature, authorization: { ...authorization } }
  const payment =
    version === 1
      ? { x402Version: 1, scheme: requirement.scheme, network: requirement.network, payload }
      : { x402Version: 2, accepted: requirement, payload }
  // The client takes both versions and types the second alone.
  return [payment, requirement] as unknown as Parameters<
    InstanceType<typeof import('@x402/core/http').HTTPFacilitatorClient>['verify']
  >
}

/** A "no" that came with a client error's status is an answer; the same from a failing server is not. */
function isRefusal(failure: unknown): failure is Error & { statusCode: number } {
  const status = (failure as { statusCode?: unknown }).statusCode
  return failure instanceof Error && typeof status === 'number' && status >= 400 && status < 500
}

/** The one reason that is no refusal: the transfer is on its way, and asking again tells how it ended. */
function answeredNo(given: unknown): Settlement {
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
  // fetch rejects with a TypeError when there is no connection, or when it broke.
  if (failure instanceof TypeError) return 'down'
  return 'garbled'
}

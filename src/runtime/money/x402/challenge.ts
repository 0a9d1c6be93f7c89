import type { Operation } from '#generated/server/operations.ts'
import type { Challenge } from '../../base/errors.ts'
import type { Demand } from './payment.ts'

/** Seconds for which a payment is valid: more than the slowest method takes, because it is settled after the result is ready. */
const maxTimeoutS = 300

/** What is sold: the operation and the public address at which it is called. */
export interface Resource {
  readonly operation: Pick<Operation, 'id' | 'summary' | 'family'>
  /** The full URL, without a query: arguments may be long and private. */
  readonly url: string
}

/** A requirement in version 2 of the protocol. */
export function requirementOf({ network, amount, payTo }: Demand) {
  return {
    scheme: 'exact',
    network: network.id,
    amount,
    asset: network.asset,
    payTo,
    maxTimeoutSeconds: maxTimeoutS,
    extra: { ...network.domain },
  }
}

/** The same requirement in version 1, which names the resource in each. */
export function legacyRequirementOf({ network, amount, payTo }: Demand, { operation, url }: Resource) {
  return {
    scheme: 'exact',
    network: network.name,
    maxAmountRequired: amount,
    resource: url,
    description: operation.summary,
    mimeType: 'application/json',
    payTo,
    maxTimeoutSeconds: maxTimeoutS,
    asset: network.asset,
    extra: { ...network.domain },
  }
}

/** Some clients read at most 16 KiB of response headers in total. */
const maxHeaderLength = 8 * 1024

/**
 * One challenge for both versions: the header for version 2, fields of the body for version 1.
 *
 * @param demand undefined if this server takes no payments: `accepts` is then empty
 * @param extensions further facts for version 2 clients and catalogues; left out if they are too long
 */
export function challengeOf(
  demand: Demand | undefined,
  resource: Resource,
  error: string,
  extensions?: Readonly<Record<string, unknown>>,
): Challenge {
  const required = {
    x402Version: 2,
    error: asciiOf(error),
    resource: {
      url: resource.url,
      description: asciiOf(resource.operation.summary),
      mimeType: 'application/json',
    },
    accepts: demand ? [requirementOf(demand)] : [],
  }
  const whole = encodeHeader({ ...required, ...(extensions && { extensions }) })
  return {
    headers: { 'PAYMENT-REQUIRED': whole.length <= maxHeaderLength ? whole : encodeHeader(required) },
    body: { x402Version: 1, accepts: demand ? [legacyRequirementOf(demand, resource)] : [] },
  }
}

/** The form of every x402 header: JSON in base64. */
export function encodeHeader(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** Some clients decode base64 to bytes without decoding UTF-8. */
function asciiOf(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}

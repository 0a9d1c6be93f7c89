import { createHash } from 'node:crypto'
import { ApiError } from '../../base/errors.ts'
import { truncate } from '../../base/text/quote.ts'
import type { PaymentNetwork } from './networks.ts'

/** The payment headers of a request, each with all of its values. */
export interface PaymentHeaders {
  /** `PAYMENT-SIGNATURE`, version 2. */
  readonly signature: readonly string[]
  /** `X-PAYMENT`, version 1. */
  readonly legacy: readonly string[]
}

/** A transfer that the payer has signed and that has not been made yet (EIP-3009). */
export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

/** A payment as it was sent: well-formed, and not yet checked against any price. */
export interface Payment {
  readonly version: 1 | 2
  readonly scheme: string
  /** As its version spells it: `base` or `eip155:8453`. */
  readonly network: string
  /** What the client says it accepted; missing in version 1. Never trusted, only compared. */
  readonly accepted: { readonly amount: string; readonly asset: string; readonly payTo: string } | undefined
  readonly signature: string
  readonly authorization: Authorization
  /** Address of the wallet, lower-case. */
  readonly payer: string
  /** Hex SHA-256 of what was signed and of the signature: the same for the same payment, however it is wrapped. */
  readonly digest: string
}

const maxHeaderLength = 64 * 1024
const base64 = /^[A-Za-z0-9+/_-]+={0,2}$/
const address = /^0x[0-9a-fA-F]{40}$/
const nonceForm = /^0x[0-9a-fA-F]{64}$/
const hex = /^0x(?:[0-9a-fA-F]{2})+$/
/** Without leading zeros: one amount has one spelling, which is what was signed. */
const decimal = /^(?:0|[1-9]\d{0,77})$/

/**
 * The payment of a request, if it has one.
 *
 * @throws ApiError invalid_argument if a payment header is malformed; the message never repeats the header
 */
export async function readPayment({ signature, legacy }: PaymentHeaders): Promise<Payment | undefined> {
  if (signature.length + legacy.length === 0) return undefined
  if (signature.length + legacy.length > 1) {
    throw malformed(
      'PAYMENT-SIGNATURE',
      'is sent together with another payment header, but a request can have only one payment',
    )
  }
  const name = signature.length > 0 ? 'PAYMENT-SIGNATURE' : 'X-PAYMENT'
  const payload = await parse(name, signature[0] ?? legacy[0] ?? '')
  const { signature: signed, authorization } = authorizationOf(name, payload.payload)
  const common = {
    signature: signed,
    authorization,
    payer: authorization.from.toLowerCase(),
    digest: digestOf(signed, authorization),
  }
  if (payload.x402Version === 1) {
    return { version: 1, scheme: payload.scheme, network: payload.network, accepted: undefined, ...common }
  }
  const { scheme, network, amount, asset, payTo } = payload.accepted
  return { version: 2, scheme, network, accepted: { amount, asset, payTo }, ...common }
}

async function parse(name: string, header: string) {
  if (header.length > maxHeaderLength) throw malformed(name, 'is longer than any payment')
  if (!base64.test(header)) throw malformed(name, 'is not base64')
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(header, 'base64').toString())
  } catch {
    throw malformed(name, 'is not JSON in base64')
  }
  // Loaded by the first payment, so that a server without payments does not have it in memory.
  const { parsePaymentPayload } = await import('@x402/core/schemas')
  const parsed = parsePaymentPayload(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'it'}: ${message}`)
  throw malformed(name, `is not an x402 payment (${truncate(faults.slice(0, 3).join('; '), 300)})`)
}

function authorizationOf(name: string, payload: Record<string, unknown>) {
  const { signature, authorization } = payload as { signature?: unknown; authorization?: Record<string, unknown> }
  if (typeof signature !== 'string' || !hex.test(signature)) throw malformed(name, 'has no payload.signature in hex')
  if (typeof authorization !== 'object' || authorization === null) throw malformed(name, 'has no payload.authorization')
  const take = (field: keyof Authorization, form: RegExp): string => {
    const value = authorization[field]
    if (typeof value === 'string' && form.test(value)) return value
    throw malformed(name, `has no well-formed payload.authorization.${field}`)
  }
  return {
    signature,
    authorization: {
      from: take('from', address),
      to: take('to', address),
      value: take('value', decimal),
      validAfter: take('validAfter', decimal),
      validBefore: take('validBefore', decimal),
      nonce: take('nonce', nonceForm).toLowerCase(),
    },
  }
}

function malformed(name: string, fault: string): ApiError {
  return new ApiError('invalid_argument', `The ${name} header ${fault}. Nothing was paid.`)
}

function digestOf(signature: string, { from, to, value, validAfter, validBefore, nonce }: Authorization): string {
  const parts = [signature, from, to, value, validAfter, validBefore, nonce].map((part) => part.toLowerCase())
  return createHash('sha256').update(parts.join(' ')).digest('hex')
}

/** The server's price for one call. Built from the price and the settings, never from what a client sends. */
export interface Demand {
  readonly network: PaymentNetwork
  /** Base units of the asset, as decimal text. */
  readonly amount: string
  readonly payTo: string
}

/** The facilitator rejects an authorization that ends sooner than this. */
const leastRemainingS = 6

/**
 * Why a payment does not match the demand, as the end of a sentence; undefined if it does. The facilitator compares both
 * parties' clocks again and has the final say.
 *
 * @param nowMs epoch milliseconds
 */
export function mismatchOf(payment: Payment, { network, amount, payTo }: Demand, nowMs: number): string | undefined {
  const { authorization, accepted } = payment
  const wanted = payment.version === 1 ? network.name : network.id
  if (payment.scheme !== 'exact') return `its scheme is not exact`
  if (payment.network !== wanted) return `it is for a network other than ${wanted}`
  if (accepted && !sameAddress(accepted.asset, network.asset)) return `it is in an asset other than ${network.asset}`
  if (accepted && !sameAddress(accepted.payTo, payTo)) return `it is payable to an address other than ${payTo}`
  if (!sameAddress(authorization.to, payTo)) return `it pays an address other than ${payTo}`
  if (BigInt(authorization.value) !== BigInt(amount))
    return `it pays ${authorization.value}, but the price is ${amount}`
  if (accepted && accepted.amount !== amount)
    return `it accepts ${truncate(accepted.amount, 80)}, but the price is ${amount}`
  if (BigInt(authorization.validBefore) < BigInt(Math.ceil(nowMs / 1000) + leastRemainingS)) return 'it has expired'
  if (BigInt(authorization.validAfter) > BigInt(Math.floor(nowMs / 1000))) return 'it is not valid yet'
  return undefined
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

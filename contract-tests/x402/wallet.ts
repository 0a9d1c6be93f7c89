import { official, type PaymentRequired, type Receipt, type Requirement } from './packages.ts'

/** A new wallet with the official clients. */
export interface TestWallet {
  readonly address: string
  /** fetch that pays as the official version 2 client does. */
  readonly fetchV2: typeof fetch
  /** fetch that pays as the version 1 client does. */
  readonly fetchV1: typeof fetch
  /** The payment header that the version 2 client would send for this challenge. */
  sign(required: PaymentRequired): Promise<string>
}

export async function newWallet(network = 'base-sepolia'): Promise<TestWallet> {
  const { generatePrivateKey, privateKeyToAccount } = await official('viem/accounts')
  const { wrapFetchWithPayment, x402Client } = await official('@x402/fetch')
  const { registerExactEvmScheme } = await official('@x402/evm/exact/client')
  const { encodePaymentSignatureHeader } = await official('@x402/core/http')
  const old = await official('x402-fetch')
  const key = generatePrivateKey()
  const signer = privateKeyToAccount(key)
  const client = registerExactEvmScheme(new x402Client(), { signer })
  // The client refuses to sign what a server would have to reject; these tests are about the server.
  const careless = registerExactEvmScheme(new x402Client(), { signer })
  careless.setSpendControls(false)
  return {
    address: signer.address,
    fetchV2: wrapFetchWithPayment(fetch, client),
    fetchV1: old.wrapFetchWithPayment(fetch, await old.createSigner(network, key), 1_000_000n),
    sign: async (required) => encodePaymentSignatureHeader(await careless.createPaymentPayload(required)),
  }
}

/** The challenge of a response, as the version 2 client reads it. */
export async function challengeOf(response: Response): Promise<PaymentRequired> {
  const header = response.headers.get('PAYMENT-REQUIRED')
  if (header === null) throw new Error(`${response.status} came without PAYMENT-REQUIRED: ${await response.text()}`)
  const { decodePaymentRequiredHeader } = await official('@x402/core/http')
  return decodePaymentRequiredHeader(header)
}

/** The challenge with another requirement than the server's. */
export function altered(required: PaymentRequired, changes: Partial<Requirement>): PaymentRequired {
  return { ...required, accepts: required.accepts.map((each) => ({ ...each, ...changes })) }
}

/** The receipt of a response, in the header of either version. */
export async function receiptOf(response: Response, header = 'PAYMENT-RESPONSE'): Promise<Receipt> {
  const value = response.headers.get(header)
  if (value === null) throw new Error(`${response.status} came without ${header}: ${await response.text()}`)
  const { decodePaymentResponseHeader } = await official('@x402/core/http')
  return decodePaymentResponseHeader(value)
}

/**
 * The official packages, as far as these tests use them. They are installed only in contract-tests/, while the types of
 * the whole repository are checked without them. So they are imported by name and typed here.
 */

/** A version 2 challenge or its parts, as the packages hand them on. */
export interface PaymentRequired {
  readonly x402Version: number
  readonly error?: string
  readonly resource: { readonly url: string }
  readonly accepts: readonly Requirement[]
  readonly extensions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export interface Requirement {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
  readonly extra: Readonly<Record<string, unknown>>
}

export interface Receipt {
  readonly success: boolean
  readonly transaction: string
  readonly network: string
  readonly payer?: string
  readonly errorReason?: string
}

interface Wallet {
  readonly address: `0x${string}`
}

interface ClientV2 {
  setSpendControls(controls: false): void
  createPaymentPayload(required: PaymentRequired): Promise<Readonly<Record<string, unknown>>>
}

type Fetch = typeof fetch

interface Modules {
  '@x402/core/http': {
    decodePaymentRequiredHeader(header: string): PaymentRequired
    decodePaymentResponseHeader(header: string): Receipt
    encodePaymentSignatureHeader(payment: unknown): string
  }
  '@x402/core/schemas': { parsePaymentRequired(value: unknown): { success: boolean; error?: unknown } }
  '@x402/fetch': {
    wrapFetchWithPayment(fetch: Fetch, client: ClientV2): Fetch
    x402Client: new () => ClientV2
  }
  '@x402/evm': {
    DEFAULT_ASSETS: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
    authorizationTypes: Readonly<Record<string, unknown>>
  }
  '@x402/evm/exact/client': { registerExactEvmScheme(client: ClientV2, config: { signer: Wallet }): ClientV2 }
  '@x402/extensions/bazaar': {
    declareDiscoveryExtension(config: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>>
    bazaarResourceServerExtension: {
      enrichDeclaration(declaration: unknown, context: Readonly<Record<string, unknown>>): unknown
    }
    validateDiscoveryExtension(extension: unknown): { valid: boolean; errors?: readonly string[] }
  }
  'x402-fetch': {
    createSigner(network: string, privateKey: string): Promise<unknown>
    wrapFetchWithPayment(fetch: Fetch, signer: unknown, maxValue?: bigint): Fetch
    decodeXPaymentResponse(header: string): Receipt
  }
  viem: { verifyTypedData(parameters: Readonly<Record<string, unknown>>): Promise<boolean> }
  'viem/accounts': { generatePrivateKey(): `0x${string}`; privateKeyToAccount(key: string): Wallet }
}

/** One of the packages. */
export async function official<Name extends keyof Modules>(name: Name): Promise<Modules[Name]> {
  const specifier: string = name
  return (await import(specifier)) as Modules[Name]
}

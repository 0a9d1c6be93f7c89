import { official } from './packages.ts'

export interface Transfer {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly nonce: string
  readonly transaction: string
}

interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

/** The body of a request to verify or settle a payment. */
export interface PaymentRequest {
  readonly x402Version: number
  readonly paymentPayload: {
    readonly scheme?: string
    readonly network?: string
    readonly accepted?: Readonly<Record<string, unknown>>
    readonly payload: { readonly signature: string; readonly authorization: Authorization }
  }
  readonly paymentRequirements: {
    readonly scheme: string
    readonly network: string
    readonly amount?: string
    readonly maxAmountRequired?: string
    readonly asset: string
    readonly payTo: string
    readonly extra: { readonly name: string; readonly version: string }
  }
}

interface ChainFacts {
  readonly chainId: number
  readonly asset: string
  readonly name: string
}

/** The signing domain of each asset's contract: a signature over another domain is invalid there. */
const chains: Readonly<Record<string, ChainFacts>> = {
  'eip155:8453': { chainId: 8453, asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin' },
  'eip155:84532': { chainId: 84532, asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC' },
}
const oldNames: Readonly<Record<string, string>> = { base: 'eip155:8453', 'base-sepolia': 'eip155:84532' }
const domainVersion = '2'
const plenty = 1_000_000_000n
const leastRemainingS = 6n

type Official = Awaited<ReturnType<typeof officialChecks>>

async function officialChecks() {
  const { verifyTypedData } = await official('viem')
  const { authorizationTypes } = await official('@x402/evm')
  return { verifyTypedData, authorizationTypes }
}

/** Opens an empty chain in memory, on which every wallet has plenty. */
export async function openChain(): Promise<Chain> {
  return new Chain(await officialChecks())
}

/** Verifies and makes transfers: signatures for real (EIP-712 over EIP-3009), for both versions of the protocol. */
export class Chain {
  readonly transfers: Transfer[] = []
  readonly #balances = new Map<string, bigint>()
  readonly #official: Official

  constructor(checks: Official) {
    this.#official = checks
  }

  setBalance(address: string, value: bigint): void {
    this.#balances.set(address.toLowerCase(), value)
  }

  async verify(request: PaymentRequest) {
    const invalidReason = await this.#faultOf(request)
    const payer = request.paymentPayload.payload.authorization.from
    return invalidReason ? { isValid: false, invalidReason, payer } : { isValid: true, payer }
  }

  async settle(request: PaymentRequest) {
    const { network } = request.paymentRequirements
    const { from, to, value, nonce } = request.paymentPayload.payload.authorization
    const errorReason = await this.#faultOf(request)
    if (errorReason) return { success: false, errorReason, transaction: '', network, payer: from }
    const transaction = `0x${String(this.transfers.length + 1).padStart(64, '0')}`
    this.setBalance(from, this.#balanceOf(from) - BigInt(value))
    this.transfers.push({ from: from.toLowerCase(), to, value: BigInt(value), nonce: nonce.toLowerCase(), transaction })
    return { success: true, transaction, network, payer: from }
  }

  /** The protocol's reason to refuse a payment. */
  async #faultOf(request: PaymentRequest): Promise<string | undefined> {
    const chain = chainOf(request)
    if (typeof chain === 'string') return chain
    if (!(await this.#isSigned(request, chain))) return 'invalid_exact_evm_signature'
    const termsFault = termsFaultOf(request)
    if (termsFault) return termsFault
    const { from, value, nonce } = request.paymentPayload.payload.authorization
    if (this.transfers.some((each) => each.from === from.toLowerCase() && each.nonce === nonce.toLowerCase())) {
      return 'invalid_exact_evm_nonce_already_used'
    }
    return this.#balanceOf(from) < BigInt(value) ? 'insufficient_funds' : undefined
  }

  async #isSigned({ paymentPayload }: PaymentRequest, { name, chainId, asset }: ChainFacts): Promise<boolean> {
    const { signature, authorization } = paymentPayload.payload
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const { verifyTypedData, authorizationTypes } = this.#official
    return verifyTypedData({
      address: from,
      domain: { name, version: domainVersion, chainId, verifyingContract: asset },
      types: authorizationTypes,
      primaryType: 'TransferWithAuthorization',
      message: {
        from,
        to,
        value: BigInt(value),
        validAfter: BigInt(validAfter),
        validBefore: BigInt(validBefore),
        nonce,
      },
      signature,
    }).catch(() => false)
  }

  #balanceOf(address: string): bigint {
    return this.#balances.get(address.toLowerCase()) ?? plenty
  }
}

/** The chain that a payment is for, or the reason to refuse the payment. */
function chainOf({ x402Version, paymentPayload, paymentRequirements }: PaymentRequest): ChainFacts | string {
  const { network, scheme, asset } = paymentRequirements
  const chain = chains[x402Version === 1 ? (oldNames[network] ?? '') : network]
  if (!chain || scheme !== 'exact') return 'unsupported_scheme'
  if (x402Version === 1 && (paymentPayload.network !== network || paymentPayload.scheme !== scheme)) {
    return 'network_mismatch'
  }
  if (x402Version === 2 && paymentPayload.accepted?.network !== network) return 'network_mismatch'
  return asset.toLowerCase() === chain.asset.toLowerCase() ? chain : 'invalid_asset'
}

/** The reason to refuse an authorization whose recipient, amount or time does not fit the requirements. */
function termsFaultOf({ paymentPayload, paymentRequirements }: PaymentRequest): string | undefined {
  const { to, value, validAfter, validBefore } = paymentPayload.payload.authorization
  const { payTo, amount, maxAmountRequired } = paymentRequirements
  if (to.toLowerCase() !== payTo.toLowerCase()) return 'invalid_exact_evm_recipient_mismatch'
  if (value !== (amount ?? maxAmountRequired)) return 'invalid_amount'
  const nowS = BigInt(Math.floor(Date.now() / 1000))
  if (BigInt(validBefore) < nowS + leastRemainingS) return 'invalid_exact_evm_valid_before'
  return BigInt(validAfter) > nowS ? 'invalid_exact_evm_valid_after' : undefined
}

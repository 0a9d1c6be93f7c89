import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { official } from './packages.ts'

/**
 * What goes wrong with the next request:
 * - `error`: 500 before anything is done
 * - `html`: 200 with a page
 * - `dropped`: the connection breaks before anything is done
 * - `lost`: everything is done, and the connection breaks before the answer
 * - `hang`: nothing is done and nothing answered
 * - `stall`: everything is done, and nothing answered
 */
export type Fault = 'error' | 'html' | 'dropped' | 'lost' | 'hang' | 'stall'

export interface Transfer {
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly nonce: string
  readonly transaction: string
}

/** A facilitator on this machine, with a chain of its own in memory. */
export interface LocalFacilitator {
  readonly url: string
  /** Every request so far: `verify` or `settle`. */
  readonly requests: readonly string[]
  /** Every transfer that was made. */
  readonly transfers: readonly Transfer[]
  /** Resolves when the next request of this kind has come as far as its fault lets it. */
  next(kind: 'verify' | 'settle'): Promise<void>
  fail(kind: 'verify' | 'settle', ...faults: Fault[]): void
  /** Gives a wallet so much that it has no more and no less, in base units. */
  setBalance(address: string, value: bigint): void
  /** Takes all of a wallet's money when the next settlement is asked for: after it was verified. */
  emptyAtNextSettlement(address: string): void
  stop(): Promise<void>
}

interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

interface Asked {
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

/** What the asset's contract says of itself: a signature over another domain does not count there. */
const chains: Readonly<Record<string, { chainId: number; asset: string; name: string }>> = {
  'eip155:8453': { chainId: 8453, asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', name: 'USD Coin' },
  'eip155:84532': { chainId: 84532, asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e', name: 'USDC' },
}
const oldNames: Readonly<Record<string, string>> = { base: 'eip155:8453', 'base-sepolia': 'eip155:84532' }
const domainVersion = '2'
const plenty = 1_000_000_000n
const leastRemainingS = 6n

/** Starts a facilitator that verifies signatures for real (EIP-712 over EIP-3009), for both versions of the protocol. */
export async function startFacilitator(): Promise<LocalFacilitator> {
  const { verifyTypedData } = await official('viem')
  const { authorizationTypes } = await official('@x402/evm')
  const requests: string[] = []
  const transfers: Transfer[] = []
  const balances = new Map<string, bigint>()
  const faults = { verify: [] as Fault[], settle: [] as Fault[] }
  const toEmpty: string[] = []
  let waiting: { kind: string; arrived: () => void }[] = []

  const balanceOf = (address: string) => balances.get(address.toLowerCase()) ?? plenty

  async function faultOf({ x402Version, paymentPayload, paymentRequirements }: Asked): Promise<string | undefined> {
    const { network, scheme, payTo, asset } = paymentRequirements
    const chain = chains[x402Version === 1 ? (oldNames[network] ?? '') : network]
    if (!chain || scheme !== 'exact') return 'unsupported_scheme'
    if (x402Version === 1 && (paymentPayload.network !== network || paymentPayload.scheme !== scheme)) {
      return 'network_mismatch'
    }
    if (x402Version === 2 && paymentPayload.accepted?.network !== network) return 'network_mismatch'
    if (asset.toLowerCase() !== chain.asset.toLowerCase()) return 'invalid_asset'
    const { signature, authorization } = paymentPayload.payload
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const isSigned = await verifyTypedData({
      address: from,
      domain: {
        name: chain.name,
        version: domainVersion,
        chainId: chain.chainId,
        verifyingContract: chain.asset,
      },
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
    if (!isSigned) return 'invalid_exact_evm_signature'
    if (to.toLowerCase() !== payTo.toLowerCase()) return 'invalid_exact_evm_recipient_mismatch'
    if (value !== (paymentRequirements.amount ?? paymentRequirements.maxAmountRequired)) return 'invalid_amount'
    const nowS = BigInt(Math.floor(Date.now() / 1000))
    if (BigInt(validBefore) < nowS + leastRemainingS) return 'invalid_exact_evm_valid_before'
    if (BigInt(validAfter) > nowS) return 'invalid_exact_evm_valid_after'
    if (transfers.some((each) => each.from === from.toLowerCase() && each.nonce === nonce.toLowerCase())) {
      return 'invalid_exact_evm_nonce_already_used'
    }
    return balanceOf(from) < BigInt(value) ? 'insufficient_funds' : undefined
  }

  async function verify(asked: Asked) {
    const invalidReason = await faultOf(asked)
    const payer = asked.paymentPayload.payload.authorization.from
    return invalidReason ? { isValid: false, invalidReason, payer } : { isValid: true, payer }
  }

  async function settle(asked: Asked) {
    const { network } = asked.paymentRequirements
    const { from, to, value, nonce } = asked.paymentPayload.payload.authorization
    const errorReason = await faultOf(asked)
    if (errorReason) return { success: false, errorReason, transaction: '', network, payer: from }
    const transaction = `0x${String(transfers.length + 1).padStart(64, '0')}`
    balances.set(from.toLowerCase(), balanceOf(from) - BigInt(value))
    transfers.push({ from: from.toLowerCase(), to, value: BigInt(value), nonce: nonce.toLowerCase(), transaction })
    return { success: true, transaction, network, payer: from }
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const kind = req.url === '/verify' ? 'verify' : 'settle'
    const asked = JSON.parse(await textOf(req)) as Asked
    requests.push(kind)
    if (kind === 'settle') for (const address of toEmpty.splice(0)) balances.set(address, 0n)
    const fault = faults[kind].shift()
    const tell = () => {
      const arrived = waiting.filter((each) => each.kind === kind)
      waiting = waiting.filter((each) => each.kind !== kind)
      for (const each of arrived) each.arrived()
    }
    if (fault !== 'stall') tell()
    if (fault === 'hang') return
    if (fault === 'dropped') return void req.socket.destroy()
    if (fault === 'error') return void res.writeHead(500).end('{"error":"internal"}')
    if (fault === 'html') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
    const body = await (kind === 'verify' ? verify(asked) : settle(asked))
    if (fault === 'stall') return tell()
    if (fault === 'lost') return void req.socket.destroy()
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((failure: Error) => res.writeHead(400).end(failure.message))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    transfers,
    next: (kind) => new Promise((arrived) => waiting.push({ kind, arrived })),
    fail: (kind, ...added) => faults[kind].push(...added),
    setBalance: (address, value) => balances.set(address.toLowerCase(), value),
    emptyAtNextSettlement: (address) => toEmpty.push(address.toLowerCase()),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function textOf(req: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of req.setEncoding('utf8')) text += chunk
  return text
}

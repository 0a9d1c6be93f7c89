import { z } from 'zod'
import type { PaymentRow } from './payments-table.ts'

/** What the chain says about a payment whose settlement has no known outcome. */
export type OnChain =
  | { readonly kind: 'paid'; readonly transaction: string }
  /** It was not made, and never will be. */
  | { readonly kind: 'void'; readonly reason: string }
  | { readonly kind: 'open' }

/** Looks up payments on the chain. */
export interface Chain {
  /** @throws Error if the node fails, or is one of another chain */
  look(payment: SoughtPayment): Promise<OnChain>
}

type SoughtPayment = Pick<
  PaymentRow,
  'network' | 'asset' | 'payer' | 'nonce' | 'pay_to' | 'amount' | 'created_at' | 'valid_before'
>

/** keccak256 of `AuthorizationUsed(address,bytes32)` (EIP-3009), which has the payer and the nonce as topics. */
const usedTopic = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
/** keccak256 of `Transfer(address,address,uint256)` (ERC-20). */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Seconds between two blocks of the known networks. */
const blockS = 2
/** Blocks added to both ends of the searched range, since clocks differ. */
const marginBlocks = 300
/** Public nodes reject longer ranges. */
const maxBlocks = 9000
const maxRanges = 40
/** Seconds after its end in which an authorization without a trace counts as open, since a node can lag behind. */
const graceS = 600
const maxReplyBytes = 1024 * 1024

const quantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i)
  .transform(BigInt)
const latestBlock = z.object({ number: quantity, timestamp: quantity })
const entry = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })
const usedEntries = z.array(z.object({ transactionHash: z.string().regex(/^0x[0-9a-f]{64}$/i) }))
const receipt = z.object({ status: quantity, logs: z.array(entry) })
const reply = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() })

interface RpcOptions {
  readonly url: string
  readonly timeoutMs: number
}

/** The chain as a node reports it over JSON-RPC. */
export function rpcChain(options: RpcOptions): Chain {
  async function ask<Schema extends z.ZodType>(
    method: string,
    params: readonly unknown[],
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const response = await fetch(options.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      redirect: 'error',
      signal: AbortSignal.timeout(options.timeoutMs),
    })
    const { result, error } = reply.parse(JSON.parse(await textOf(response)))
    if (error) throw new Error(`The node rejects ${method}: ${error.message.slice(0, 200)}`)
    return schema.parse(result)
  }

  async function transactionUsing(payment: SoughtPayment, from: number, to: number): Promise<string | undefined> {
    const topics = [usedTopic, word(payment.payer), payment.nonce]
    if (to - from >= maxBlocks * maxRanges) throw new Error('The authorization is valid too long to be searched for')
    for (let start = from; start <= to; start += maxBlocks) {
      const range = { fromBlock: hex(start), toBlock: hex(Math.min(to, start + maxBlocks - 1)) }
      const [found] = await ask('eth_getLogs', [{ address: payment.asset, topics, ...range }], usedEntries)
      if (found) return found.transactionHash.toLowerCase()
    }
    return undefined
  }

  return {
    async look(payment) {
      const chainId = await ask('eth_chainId', [], quantity)
      if (`eip155:${chainId}` !== payment.network) throw new Error(`The node is one of the chain ${chainId}`)
      const latest = await ask('eth_getBlockByNumber', ['latest', false], latestBlock)
      const [height, nowS] = [Number(latest.number), Number(latest.timestamp)]
      const blockAt = (ms: number) => height - Math.floor((nowS - ms / 1000) / blockS)
      const validBefore = Number(payment.valid_before)
      const from = Math.max(0, blockAt(Number(payment.created_at)) - marginBlocks)
      const to = Math.min(height, blockAt(validBefore) + marginBlocks)
      const transaction = await transactionUsing(payment, from, to)
      if (transaction !== undefined) {
        const { status, logs } = await ask('eth_getTransactionReceipt', [transaction], receipt)
        const isOurs = status === 1n && logs.some((log) => isTransfer(log, payment))
        return isOurs
          ? { kind: 'paid', transaction }
          : { kind: 'void', reason: 'its nonce was used for another transfer' }
      }
      const isOver = nowS > validBefore / 1000 + graceS
      return isOver ? { kind: 'void', reason: 'it expired and is not on the chain' } : { kind: 'open' }
    },
  }
}

function isTransfer({ address, topics, data }: z.output<typeof entry>, payment: SoughtPayment): boolean {
  const [event, from, to] = topics.map((topic: string) => topic.toLowerCase())
  const { asset, payer, pay_to: payTo, amount } = payment
  return (
    address.toLowerCase() === asset.toLowerCase() &&
    event === transferTopic &&
    from === word(payer) &&
    to === word(payTo) &&
    /^0x[0-9a-f]{64}$/i.test(data) &&
    BigInt(data) === BigInt(amount)
  )
}

/** An address as a topic of 32 bytes. */
function word(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function hex(number: number): string {
  return `0x${number.toString(16)}`
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > maxReplyBytes) throw new Error('The reply of the node is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpcChain } from './chain.ts'
import { networks } from './networks.ts'

const { asset, id: network } = networks['base-sepolia']
const payer = `0x${'a1'.repeat(20)}`
const payTo = `0x${'B2'.repeat(20)}`
const nonce = `0x${'c3'.repeat(32)}`
const transaction = `0x${'d4'.repeat(32)}`
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const createdMs = Date.parse('2026-11-21T09:30:00Z')
const payment = { network, asset, payer, nonce, pay_to: payTo, amount: '40000' }
const times = { created_at: createdMs, valid_before: createdMs + 300_000 }

interface Asked {
  readonly method: string
  readonly params: readonly unknown[]
}

let results: Record<string, unknown> = {}
let asked: Asked[] = []
const node = createServer(async (req, res) => {
  const call = (await json(req)) as Asked
  asked.push(call)
  const result = results[call.method]
  res.end(JSON.stringify(result === undefined ? { error: { message: 'no such method' } } : { result }))
})
beforeAll(() => new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve)))
afterAll(() => void node.close())

/** Looks at a node whose latest block is that many seconds after the payment. */
function look(afterS: number, more: Record<string, unknown> = {}, validity: Partial<typeof times> = {}) {
  asked = []
  const timestamp = `0x${(createdMs / 1000 + afterS).toString(16)}`
  const latest = { number: '0xf4240', timestamp, hash: '0x1' }
  results = { eth_chainId: '0x14a34', eth_getBlockByNumber: latest, eth_getLogs: [], ...more }
  const { port } = node.address() as AddressInfo
  return rpcChain({ url: `http://127.0.0.1:${port}`, timeoutMs: 5000 }).look({ ...payment, ...times, ...validity })
}

const transferred = (changes: object = {}) => ({
  eth_getLogs: [{ transactionHash: transaction }],
  eth_getTransactionReceipt: {
    status: '0x1',
    logs: [{ address: asset, topics: [transferTopic, word(payer), word(payTo)], data: word('0x9c40'), ...changes }],
  },
})

test('a transfer to us is a payment, looked for by payer and nonce in the blocks of its time', async () => {
  expect(await look(600, transferred())).toEqual({ kind: 'paid', transaction })
  const search = asked.find(({ method }) => method === 'eth_getLogs') as unknown as {
    params: [Record<string, string>]
  }
  const [{ address, topics, fromBlock, toBlock }] = search.params
  expect(address).toBe(asset)
  expect(topics?.slice(1)).toEqual([word(payer), nonce])
  expect([Number(fromBlock), Number(toBlock)]).toEqual([1_000_000 - 300 - 300, 1_000_000])
})

test.each([
  ['to somebody else', { topics: [transferTopic, word(payer), word(payer)] }],
  ['of another amount', { data: word('0x1') }],
  ['of another coin', { address: payer }],
])('a nonce that was used for a transfer %s pays nothing', async (_what, changes) => {
  expect(await look(600, transferred(changes))).toMatchObject({ kind: 'void' })
})

test('without a trace it is open until its authorization is over', async () => {
  expect(await look(60)).toEqual({ kind: 'open' })
  expect(await look(300 + 599)).toEqual({ kind: 'open' })
  expect(await look(300 + 601)).toEqual({ kind: 'void', reason: 'it expired and is not on the chain' })
})

test('an authorization that is valid too long is not searched for at all', async () => {
  const endless = { valid_before: createdMs + 365 * 86_400_000 }
  await expect(look(10 * 86_400, {}, endless)).rejects.toThrow('valid too long to be searched for')
  expect(asked.map(({ method }) => method)).not.toContain('eth_getLogs')
})

test('a node of another chain and one that fails say nothing', async () => {
  await expect(look(600, { eth_chainId: '0x1' })).rejects.toThrow('The node is one of the chain 1')
  await expect(look(600, { eth_getLogs: undefined })).rejects.toThrow('The node rejects eth_getLogs: no such method')
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networks } from '../runtime/money/x402/networks.ts'

/** A facilitator that accepts every payment, for tests of servers that accept payments. */
export interface ObligingFacilitator {
  readonly url: string
  /** The requests it received, in order: `verify` or `settle`. */
  readonly asked: string[]
  /** What it does with settlements: waits for this, then refuses them if it says so. Accepts them at once without it. */
  beforeSettling: (() => Promise<'accept' | 'refuse'>) | undefined
  stop(): Promise<void>
}

/** The wallet that receives the payments of tests, on base-sepolia. */
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
/** The wallet that pays in tests. */
export const payer = '0x857b06519e91e3a54538791bdbb0e22373e36b66'

export async function startObligingFacilitator(): Promise<ObligingFacilitator> {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(req.url === '/verify' ? 'verify' : 'settle')
    const transaction = `0x${String(asked.length).padStart(64, '0')}`
    const { id: network } = networks['base-sepolia']
    req.resume().once('end', async () => {
      res.setHeader('Content-Type', 'application/json')
      if (req.url === '/verify') return void res.end(JSON.stringify({ isValid: true, payer }))
      const isRefused = (await facilitator.beforeSettling?.()) === 'refuse'
      const refused = { success: false, errorReason: 'insufficient_funds', transaction: '', network, payer }
      res.end(JSON.stringify(isRefused ? refused : { success: true, transaction, network, payer }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const facilitator: ObligingFacilitator = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    beforeSettling: undefined,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return facilitator
}

/** The settings of a server that takes payments through this facilitator. */
export function paidThrough(facilitatorUrl: string): Record<string, string> {
  return { X402_PAY_TO: payTo, X402_NETWORK: 'base-sepolia', X402_FACILITATOR_URL: facilitatorUrl }
}

/**
 * Makes a valid `PAYMENT-SIGNATURE` header with a fresh nonce and without a real signature.
 *
 * @param credits the price of the call
 */
export function paymentOf(credits: number): string {
  const { id, asset, domain } = networks['base-sepolia']
  const amount = String(Math.max(1, Math.ceil(credits * 10_000)))
  const validBefore = String(Math.floor(Date.UTC(2100, 0) / 1000))
  const nonce = `0x${randomBytes(32).toString('hex')}`
  const accepted = { scheme: 'exact', network: id, amount, asset, payTo, maxTimeoutSeconds: 300, extra: domain }
  const authorization = { from: payer, to: payTo, value: amount, validAfter: '0', validBefore, nonce }
  const payment = { x402Version: 2, accepted, payload: { signature: '0x01', authorization } }
  return Buffer.from(JSON.stringify(payment)).toString('base64')
}

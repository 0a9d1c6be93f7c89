import { deepStrictEqual, ok, strictEqual } from 'node:assert'
import { bazaarOf, createDiscoveries } from '../../src/runtime/money/x402/discovery.ts'
import { networks } from '../../src/runtime/money/x402/networks.ts'
import { checkResponse } from '../../src/testing/check-response.ts'
import type { Report } from '../report.ts'
import { checkBreakdowns } from './breakdowns.ts'
import { checkDocumentation } from './documented.ts'
import { type LocalFacilitator, startFacilitator } from './facilitator.ts'
import { checkFaults } from './faults.ts'
import { official } from './packages.ts'
import { type Household, openHousehold, payTo } from './running.ts'

import { checkTopUps } from './top-ups.ts'
import { challengeOf, newWallet, receiptOf, type TestWallet } from './wallet.ts'

/** What the checks of payments work on. */
export interface Bench {
  readonly report: Report
  readonly facilitator: LocalFacilitator
  readonly household: Household
  /** Address of a server that takes payments. */
  readonly url: string
  newWallet(): Promise<TestWallet>
}

export const nearby = '/api/v1/places/nearby?near=Oxford&query=coffee'
/** 5 credits in base units. */
export const nearbyPrice = 50_000n

/** The body of a 402. */
interface Challenge {
  readonly code: string
  readonly error: string
  readonly x402Version: number
  readonly accepts: readonly { readonly network: string; readonly maxAmountRequired: string }[]
}

/** Pays the server by the official clients, through a facilitator that verifies signatures and fails on demand. */
export async function checkPayments(report: Report): Promise<void> {
  const facilitator = await startFacilitator()
  const household = await openHousehold(facilitator.url)
  try {
    const { url } = await household.start()
    const bench = { report, facilitator, household, url, newWallet }
    await checkTables(bench)
    await checkChallenges(bench)
    await checkClients(bench)
    await checkDocumentation(bench)
    await checkFaults(bench)

    await checkTopUps(bench)
    await checkBreakdowns(bench)
  } finally {
    await household.stop()
    await facilitator.stop()
  }
}

/** The server's own constants equal those of the official packages. */
async function checkTables({ report }: Bench): Promise<void> {
  await report.check('networks, assets and signing domains are those of @x402/evm', async () => {
    const { DEFAULT_ASSETS } = await official('@x402/evm')
    for (const { id, asset, domain } of Object.values(networks)) {
      const known = DEFAULT_ASSETS[id]?.find((each) => each.symbol === 'USDC')
      deepStrictEqual({ asset, ...domain, decimals: 6, symbol: 'USDC' }, known)
    }
  })
  for (const [verb, path] of [
    ['GET', '/api/v1/places/nearby'],
    ['POST', '/api/v1/text/summarise'],
  ] as const) {
    await report.check(`the Bazaar extension of ${verb} ${path} is what the package emits`, async () => {
      const bazaar = await official('@x402/extensions/bazaar')
      const discovery = await createDiscoveries()({ verb, path })
      ok(discovery, 'nothing is known of it')
      const { method, input, inputSchema, example } = discovery
      const declared = bazaar.declareDiscoveryExtension({
        method,
        input,
        inputSchema,
        ...(verb === 'POST' && { bodyType: 'json' }),
        ...(example !== undefined && { output: { example } }),
      })
      const context = { method, adapter: { getPath: () => path }, routePattern: path }
      const enriched = bazaar.bazaarResourceServerExtension.enrichDeclaration(declared.bazaar, context)
      const ours = bazaarOf(discovery)
      deepStrictEqual(ours.bazaar, enriched)
      deepStrictEqual(bazaar.validateDiscoveryExtension(ours.bazaar), { valid: true })
    })
  }
}

async function checkChallenges({ report, household, url, facilitator }: Bench): Promise<void> {
  await report.check('one 402 serves both versions', async () => {
    const response = await fetch(url + nearby)
    strictEqual(response.status, 402)
    strictEqual(response.headers.get('cache-control'), 'no-store')
    const body = (await response.clone().json()) as Challenge
    checkResponse('places.nearby', 402, body, 'stand-ins')
    const { parsePaymentRequired } = await official('@x402/core/schemas')
    const required = await challengeOf(response)
    for (const form of [required, body]) ok(parsePaymentRequired(form).success, JSON.stringify(form))
    strictEqual(body.code, 'payment_required')
    const common = { scheme: 'exact', payTo, maxTimeoutSeconds: 300, asset: networks['base-sepolia'].asset }
    const extra = { name: 'USDC', version: '2' }
    deepStrictEqual(required.accepts, [{ ...common, network: 'eip155:84532', amount: String(nearbyPrice), extra }])
    strictEqual(required.resource.url, `${url}/api/v1/places/nearby`)
    ok(required.extensions?.bazaar, 'the Bazaar extension is missing')
    const [option] = body.accepts
    strictEqual(`${option?.network} ${option?.maxAmountRequired}`, `base-sepolia ${nearbyPrice}`)
  })
  await report.check('a server without a wallet accepts nothing and says how to get a token', async () => {
    const { url: free, program } = await household.start({ X402_PAY_TO: '' })
    const response = await fetch(free + nearby)
    const body = (await response.clone().json()) as Challenge
    await program.stop()
    strictEqual(response.status, 402)
    checkResponse('places.nearby', 402, body, 'stand-ins')
    deepStrictEqual([(await challengeOf(response)).accepts, body.accepts, body.x402Version], [[], [], 1])
    ok(body.error.includes('onedoor token create'), body.error)
  })
  await report.check('free operations are served free, even with a payment', async () => {
    const before = facilitator.requests.length
    const response = await fetch(`${url}/api/v1/prayer/times?lat=51.5&lon=0`, {
      headers: { 'PAYMENT-SIGNATURE': 'junk' },
    })
    strictEqual(response.status, 200)
    strictEqual(facilitator.requests.length, before)
  })
}

async function checkClients({ report, household, url, facilitator }: Bench): Promise<void> {
  const text = JSON.stringify({ text: 'A long text about ferries.' })
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  const calls: [string, string, string, RequestInit, bigint][] = [
    ['places.nearby', 'GET', nearby, {}, nearbyPrice],
    ['text.summarise_body', 'POST', '/api/v1/text/summarise', { ...post, body: text }, 30_000n],
    ['url.resolve', 'POST', '/v1/url/Resolve', { ...post, body: '{"shortURL":"https://l.example/x"}' }, 1n],
  ]
  for (const version of ['V2', 'V1'] as const) {
    for (const [id, verb, path, init, price] of calls) {
      await report.check(`the official ${version} client pays for ${id} (${verb})`, async () => {
        const wallet = await newWallet()
        const [runs, transfers] = [household.runs(), facilitator.transfers.length]
        const response = await wallet[`fetch${version}`](url + path, init)
        const body = await response.json()
        strictEqual(response.status, 200, JSON.stringify(body))
        checkResponse(id, 200, body, 'stand-ins')
        strictEqual(household.runs() - runs, 1)
        const made = facilitator.transfers.slice(transfers)
        deepStrictEqual(
          made.map(({ from, to, value }) => ({ from, to: to.toLowerCase(), value })),
          [{ from: wallet.address.toLowerCase(), to: payTo.toLowerCase(), value: price }],
        )
        const receipt = await receiptOf(response)
        deepStrictEqual(receipt, {
          success: true,
          transaction: made[0]?.transaction,
          network: 'eip155:84532',
          payer: wallet.address.toLowerCase(),
        })
        const { decodeXPaymentResponse } = await official('x402-fetch')
        const old = decodeXPaymentResponse(response.headers.get('X-PAYMENT-RESPONSE') ?? '')
        deepStrictEqual(old, { ...receipt, network: 'base-sepolia' })
      })
    }
  }
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { type ObligingFacilitator, paidThrough, payer, paymentOf, startObligingFacilitator } from '#testing/payments.ts'
import { serverForTests, startTestServer, type TestServer } from '#testing/server.ts'
import { exampleResult, standIns } from '#testing/stand-ins.ts'
import type { Context } from '../../calls/context.ts'

const runs: string[] = []

const handlers = standIns({
  'browser.read': (_args, ctx) => {
    const { caller } = ctx as Context
    runs.push(caller.kind === 'wallet' ? `wallet ${caller.address}` : caller.kind)
    return exampleResult('browser.read')
  },
  'browser.shot': (_args, ctx) => {
    ;(ctx as Context).charge(0)
    return exampleResult('browser.shot')
  },
  'apps.build': (_args, ctx) => ({ id: (ctx as Context).account.id }),
})

const page = '?url=https%3A%2F%2Fexample.org%2F'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  let facilitator: ObligingFacilitator
  let server: TestServer

  beforeAll(async () => {
    facilitator = await startObligingFacilitator()
    const settings = { ...paidThrough(facilitator.url), WELCOME_CREDITS: '0' }
    server = await startTestServer({ ...(await newDatabase()), handlers, settings })
  })
  afterAll(async () => {
    await server.stop()
    await facilitator.stop()
  })

  const paying = (credits: number) => ({ headers: { 'PAYMENT-SIGNATURE': paymentOf(credits) } })

  test('the payer is the wallet and needs no account', async () => {
    runs.length = 0
    const { status, headers } = await server.anonymous.send('browser.read', paying(4), page)
    expect([status, runs]).toEqual([200, [`wallet ${payer}`]])
    expect([headers.has('PAYMENT-RESPONSE'), headers.has('X-PAYMENT-RESPONSE')]).toEqual([true, true])
    expect(headers.has('X-Credits-Charged')).toBe(false)
  })

  test('an account whose credits cover the price pays with them, and the payment is not used', async () => {
    const ann = await server.account()
    await server.ledger.grant(ann.id, 10_000_000, 'for the test')
    const before = facilitator.asked.length
    const { status, headers } = await ann.send('browser.read', paying(4), page)
    expect([status, headers.get('X-Credits-Charged'), headers.has('PAYMENT-RESPONSE')]).toEqual([200, '4', false])
    expect(facilitator.asked).toHaveLength(before)
  })

  test('an account whose credits are exactly the price also pays with them', async () => {
    const ann = await server.account()
    await server.ledger.grant(ann.id, 4_000_000, 'for the test')
    const before = facilitator.asked.length
    const { status, headers } = await ann.send('browser.read', paying(4), page)
    expect([status, headers.get('X-Credits-Charged'), headers.has('PAYMENT-RESPONSE')]).toEqual([200, '4', false])
    expect(facilitator.asked).toHaveLength(before)
    expect((await server.ledger.balance(ann.id)).balance).toBe(0)
  })

  test('an account whose credits do not cover the price is offered x402, and its payment pays for the call as the account', async () => {
    const ann = await server.account()
    await server.ledger.grant(ann.id, 3_000_000, 'for the test')
    const refused = await ann.send('browser.read', {}, page)
    expect(refused).toMatchObject({ status: 402, body: { accepts: [{ maxAmountRequired: '40000' }] } })
    runs.length = 0
    const { status, headers } = await ann.send('browser.read', paying(4), page)
    expect([status, headers.has('PAYMENT-RESPONSE'), runs]).toEqual([200, true, ['account']])
    expect((await server.ledger.balance(ann.id)).available).toBe(3_000_000)
  })

  test('a result that cost nothing is also free for a wallet', async () => {
    const before = facilitator.asked.length
    const { status, headers } = await server.anonymous.send('browser.shot', paying(5), page)
    expect([status, headers.has('PAYMENT-RESPONSE')]).toEqual([200, false])
    expect(facilitator.asked.slice(before)).toEqual(['verify'])
  })

  test('a handler that needs an account rejects a wallet, and nothing is paid', async () => {
    const before = facilitator.asked.length
    const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': paymentOf(19) }
    const body = JSON.stringify({ prompt: 'A timer' })
    const answer = await server.anonymous.send('apps.build', { body, headers })
    expect(answer).toMatchObject({ status: 403, body: { code: 'account_required' } })
    expect(facilitator.asked.slice(before)).toEqual(['verify'])
  })

  test('two payment headers, and a malformed key, are rejected before the facilitator is called', async () => {
    const before = facilitator.asked.length
    const both = { 'PAYMENT-SIGNATURE': paymentOf(4), 'X-PAYMENT': paymentOf(4) }
    const badKey = { 'PAYMENT-SIGNATURE': paymentOf(4), 'Idempotency-Key': 'with space' }
    for (const headers of [both, badKey]) {
      expect((await server.anonymous.send('browser.read', { headers }, page)).status).toBe(400)
    }
    expect(facilitator.asked).toHaveLength(before)
  })
})

describe('without a wallet', () => {
  const server = serverForTests({ handlers })

  test('a payment is ignored: nothing is accepted', async () => {
    const headers = { 'PAYMENT-SIGNATURE': paymentOf(4) }
    const refused = await server().anonymous.send('browser.read', { headers }, page)
    expect(refused).toMatchObject({ status: 402, body: { x402Version: 1, accepts: [] } })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { type ObligingFacilitator, paidThrough, paymentOf, startObligingFacilitator } from '#testing/payments.ts'
import { serverForTests, startTestServer, type TestServer } from '#testing/server.ts'

forEachDatabase((_dialect, _openTestStore, newDatabase) => {
  let facilitator: ObligingFacilitator
  let server: TestServer

  beforeAll(async () => {
    facilitator = await startObligingFacilitator()
    const settings = { ...paidThrough(facilitator.url), WELCOME_CREDITS: '0' }
    server = await startTestServer({ ...(await newDatabase()), settings })
  })
  afterAll(async () => {
    await server.stop()
    await facilitator.stop()
  })

  test('a top-up is in the balance and in the ledger once, even if it is sent repeatedly', async () => {
    const ann = await server.account()
    const body = JSON.stringify({ credits: 250 })
    const challenge = await ann.send('payments.topup', { body, headers: { 'Content-Type': 'application/json' } })
    expect(challenge).toMatchObject({ status: 402, body: { accepts: [{ maxAmountRequired: '2500000' }] } })
    const headers = {
      'Content-Type': 'application/json',
      'PAYMENT-SIGNATURE': paymentOf(250),
      'Idempotency-Key': 'top-up-1',
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ann.send('payments.topup', { body, headers })))
    // Requests during the first one get 409, and later ones get its response.
    const fresh = answers.filter((each) => each.status === 200 && !each.headers.has('Idempotency-Replayed'))
    expect(fresh).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([])
    const again = await ann.send('payments.topup', { body, headers })
    expect(again).toMatchObject({ status: 200, body: { credits: 250 } })
    expect(again.headers.get('Idempotency-Replayed')).toBe('true')
    expect((await server.ledger.balance(ann.id)).balance).toBe(250_000_000)
    expect((await server.ledger.check()).mismatches).toEqual([])
  })

  test('a top-up needs an account, and a payment for exactly its amount', async () => {
    const before = facilitator.asked.length
    const headers = { 'Content-Type': 'application/json', 'PAYMENT-SIGNATURE': paymentOf(1) }
    const stranger = await server.anonymous.send('payments.topup', { body: '{"credits":1}', headers })
    expect(stranger).toMatchObject({ status: 403, body: { code: 'account_required' } })
    const ann = await server.account()
    const tooLittle = await ann.send('payments.topup', { body: '{"credits":2}', headers })
    expect(tooLittle).toMatchObject({ status: 402, body: { code: 'payment_required' } })
    expect(facilitator.asked).toHaveLength(before)
    expect((await server.ledger.balance(ann.id)).balance).toBe(0)
  })
})

describe('without a wallet', () => {
  const server = serverForTests()

  test('nothing can be bought, and the error names the setting', async () => {
    const refused = await (await server().account()).fails('payments.topup', { credits: 1 })
    expect(refused).toMatchObject({ status: 503, body: { code: 'not_configured' } })
    expect(refused.body.error).toContain('X402_PAY_TO')
  })
})
